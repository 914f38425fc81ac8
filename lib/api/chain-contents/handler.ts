import { implement } from '@/lib/api/implement';
import { getChainContents } from '@/lib/endpoints/chain-contents';
import { loadChainContents } from './loader';

/** GET /main-page/contents. */
export const chainContentsOperation = implement(getChainContents, ({ db }) => loadChainContents(db));
