import { callExtra } from '@/lib/client/call';
import { HASH } from '@/lib/endpoints/formats';
import { type BlockProof, getBlockProof, getTransactionProof } from '@/lib/endpoints/proof';

/** A page has the list three times: longer ones are checked from a file. */
const MAX_LIST_DIGITS = 200_000;

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The proof that a link to the page requests, with its JSON: that of a block, of a transaction, or neither. */
export type LinkedProof = Readonly<
  | { kind: 'nothing' }
  | { kind: 'absent' }
  | { kind: 'block'; proof: BlockProof; chain: string; text: string }
  | { kind: 'transaction'; text: string }
>;

/** Reads `?chain=…&tx=…` or `?chain=…&block=…`, and fetches the proof; `absent` when the API returns none at the moment. */
export async function findProof({ chain, tx, block }: Query): Promise<LinkedProof> {
  if (typeof chain !== 'string' || !/^\d{1,16}$/.test(chain)) return { kind: 'nothing' };
  if (typeof tx === 'string' && HASH.test(tx)) {
    const params = { transaction_hash_param: tx.toLowerCase() };
    const proof = await callExtra(getTransactionProof, { chain, params });
    return proof === undefined
      ? { kind: 'absent' }
      : { kind: 'transaction', text: JSON.stringify(proof, null, 2) };
  }
  if (typeof block !== 'string' || !/^\d{1,16}$/.test(block)) return { kind: 'nothing' };
  const proof = await callExtra(getBlockProof, { chain, params: { block_hash_or_number_param: block } });
  if (proof === undefined) return { kind: 'absent' };
  const isShort = proof.access_list !== null && proof.access_list.length <= MAX_LIST_DIGITS;
  return { kind: 'block', proof, chain, text: isShort ? JSON.stringify(proof, null, 2) : '' };
}
