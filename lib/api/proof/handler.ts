import { findAccessListRlp } from '@/lib/api/access-list/query';
import { Refusal } from '@/lib/api/answer';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { findBlock } from '@/lib/api/block/query';
import { type CallContext, implement } from '@/lib/api/implement';
import type { StoredBlock } from '@/lib/api/nodes/block-proofs';
import { refuseForNow, refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransactionPosition } from '@/lib/api/transaction/query';
import { getBlockProof, getTransactionProof } from '@/lib/endpoints/proof';
import { hexToBuffer } from '@/lib/evm/hex';
import type { EncodedBlock } from '@/lib/proof/encode-block';
import { presentBlockProof, presentTransactionProof } from './present';

/** Until a node may have followed a reorganization, or has caught up. */
const RETRY_MS = 5_000;

const refuse = (message: string) => new Refusal({ status: 404, body: { message } });

/** GET /blocks/{hash or number}/proof. */
export const blockProofOperation = implement(getBlockProof, async ({ params, ...context }) => {
  const { db } = context;
  const row = await findBlockOfPath(db, params.block_hash_or_number_param);
  if (!row) return undefined;
  const [proof, parent, list] = await Promise.all([
    readProof(context, row),
    row.number === 0 ? undefined : findBlock(db, { number: row.number - 1 }),
    findAccessListRlp(db, row.number),
  ]);
  return proof instanceof Refusal ? proof : presentBlockProof(proof, parent?.hash ?? null, list);
});

/** GET /transactions/{hash}/proof. */
export const transactionProofOperation = implement(getTransactionProof, async ({ params, ...context }) => {
  const { db } = context;
  const hash = hexToBuffer(params.transaction_hash_param);
  const position = await findTransactionPosition(db, hash);
  const row = position && (await findBlock(db, { number: position.block_number }));
  if (!row)
    return emptyIfUnindexed(context, hash, () => refuse('The block of this transaction is not indexed yet'));
  const proof = await readProof(context, row);
  return proof instanceof Refusal ? proof : presentTransactionProof(proof, { hash, index: position.index });
});

async function readProof(
  { db, services }: CallContext,
  { number, hash }: StoredBlock,
): Promise<EncodedBlock | Refusal> {
  const answer = await services.blockProof(db.chainId, { number, hash });
  if (answer.kind === 'large') return refuse('This block is too large to be proven while you wait');
  if (answer.kind === 'unavailable') return refuseUnavailable(answer);
  if (answer.kind === 'refused') return refuseForNow('The node refused to return this block', RETRY_MS);
  return answer.value ?? refuseForNow('The node has another block at this height, or none', RETRY_MS);
}
