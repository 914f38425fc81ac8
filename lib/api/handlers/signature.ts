import { listSignatures } from '@/lib/endpoints/signature';
import { implement } from '../implement';

/** GET /signatures. */
export const signaturesOperation = implement(listSignatures, async ({ query, services }) => ({
  items: await services.names.open().list(query.keys),
}));
