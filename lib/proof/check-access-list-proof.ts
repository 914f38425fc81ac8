import { bufferToAddress, bufferToHex, type Hex } from '@/lib/evm/hex';
import { checkAccessList } from './access-list';
import { broken } from './broken-proof';
import { type ProofResult, tryProof } from './check-transaction-proof';
import { toBytes, toInteger } from './decode-rlp';
import { HASH, readBytes, readFields } from './proof-fields';
import { type ProvenHeader, readHeader, readHeaderProof } from './read-header';

/** A value after a point of the block: `index` 0 is before its transactions, i + 1 after transaction i, n + 1 after all n. */
type ProvenValue<Value = bigint> = Readonly<{ index: number; value: Value }>;
/** What a block did to an account: balances in wei; an account without code has `0x`. */
export type ProvenAccount = Readonly<{
  address: Hex;
  balances: readonly ProvenValue[];
  nonces: readonly ProvenValue[];
  codes: readonly ProvenValue<Hex>[];
  slots: readonly Readonly<{ slot: bigint; values: readonly ProvenValue[] }>[];
  /** Slots that were accessed, but not changed. */
  readSlots: readonly bigint[];
}>;
/** The access list of a block (EIP-7928), proven if the block is part of the chain; `bytes` of the list as RLP. */
export type ProvenAccessList = Readonly<{
  block: ProvenHeader;
  listHash: Hex;
  bytes: number;
  accounts: readonly ProvenAccount[];
}>;

/** Where a header's fields are (Yellow Paper 4.3, EIP-7928). */
const PLACES = { gasLimit: 9, listHash: 21 } as const;

/**
 * Checks the answer of `/blocks/{}/proof`, parsed from JSON, from the block's hash to the last value of the access list: the
 * header has the hash of the block, and in it the hash of the list, which is in order. Needs neither network nor node. Does
 * not know whether the block's hash is of the chain.
 */
export function checkAccessListProof(json: unknown): ProofResult<ProvenAccessList> {
  return tryProof(() => prove(json));
}

function prove(json: unknown): ProvenAccessList {
  const proof = readFields(json, 'the file');
  if (proof.header === null) throw broken('the proof is marked unproven');
  const { block, fields } = readHeader(readHeaderProof(proof));
  if (fields[PLACES.listHash] === undefined) throw broken('the header has no hash of an access list');
  if (proof.access_list === null) throw broken('the proof has no access list');
  const rlp = readBytes(proof, 'access_list');
  const listHash = toBytes(fields[PLACES.listHash], 'the hash of the access list', HASH);
  const gasLimit = toInteger(fields[PLACES.gasLimit], 'the gas limit');
  // how many transactions there are, the header does not tell
  const limits = { blockAccessListHash: listHash, gasLimit, transactionsCount: Number.MAX_SAFE_INTEGER };
  const accounts = checkAccessList(rlp, limits).map(
    ({
      address,
      balanceChanges,
      nonceChanges,
      codeChanges,
      storageChanges,
      storageReads,
    }): ProvenAccount => ({
      address: bufferToAddress(address),
      balances: balanceChanges,
      nonces: nonceChanges,
      codes: codeChanges.map(({ index, value }) => ({ index, value: bufferToHex(value) })),
      slots: storageChanges.map(({ slot, changes }) => ({ slot, values: changes })),
      readSlots: storageReads,
    }),
  );
  return { block, listHash: bufferToHex(listHash), bytes: rlp.length, accounts };
}
