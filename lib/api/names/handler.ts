import { implement } from '@/lib/api/implement';
import { listSignatures } from '@/lib/endpoints/signature';

/** GET /signatures. */
export const signaturesOperation = implement(listSignatures, async ({ query, services }) => ({
  items: await services.names.open().list(query.keys),
}));
