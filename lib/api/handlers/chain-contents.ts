import { getChainContents } from '@/lib/endpoints/chain-contents';
import { implement } from '../implement';
import { loadChainContents } from '../loaders/chain-contents';

/** GET /main-page/contents. */
export const chainContentsOperation = implement(getChainContents, ({ db }) => loadChainContents(db));
