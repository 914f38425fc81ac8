import { implement } from '@/lib/api/implement';
import { listSignatures } from '@/lib/endpoints/signature';
import { bufferToHex } from '@/lib/evm/hex';
import { listSignaturesNamed } from './query';

/** GET /signatures. */
export const signaturesOperation = implement(listSignatures, async ({ db, query, services }) => {
  const { keys = [], name } = query;
  const [ofKeys, named] = await Promise.all([
    services.names.open().list(keys),
    name === undefined ? [] : listSignaturesNamed(db.sql, name),
  ]);
  return { items: [...ofKeys, ...named.map((one) => ({ ...one, key: bufferToHex(one.key) }))] };
});
