import { hexToBuffer } from '@/lib/evm/hex';
import { readUint, readWord, WORD, wordToAddress } from '@/lib/evm/words';

/** First topics: DelegatedForUserDecryption and RevokedDelegationForUserDecryption of the ACL. */
export const DELEGATION_TOPICS: readonly Buffer[] = [
  hexToBuffer('0x527b025d7ff06689c1ab9d32dfd7881c964cce72ce8ac5b2fe1d3be8cfda5bfc'),
  hexToBuffer('0x7aca80b6b7928b9038f186e3d9922a0fc5d52c398fbf144725c142c52a5277e4'),
];

const WILDCARD = Buffer.alloc(20, 0xff);
const NEVER = 2n ** 64n - 1n;
const EXPIRY_WORD = 3;

type DelegationLog = Readonly<{
  topic0: Buffer | null;
  topic1: Buffer | null;
  topic2: Buffer | null;
  data: Buffer;
}>;

/** `contract` null: any; `expiresAt` in Unix seconds: 0 when revoked, null for never. */
export type Delegation = Readonly<{
  delegator: Buffer;
  delegate: Buffer;
  contract: Buffer | null;
  expiresAt: bigint | null;
}>;

/** Reads a log of DELEGATION_TOPICS; undefined when it is malformed. */
export function readDelegation({ topic0, topic1, topic2, data }: DelegationLog): Delegation | undefined {
  const [delegator, delegate] = [wordToAddress(topic1 ?? undefined), wordToAddress(topic2 ?? undefined)];
  const contract = wordToAddress(readWord(data, 0));
  const isRevoked = DELEGATION_TOPICS[1]?.equals(topic0 ?? Buffer.alloc(0));
  const expiry = isRevoked ? 0n : readUint(data, EXPIRY_WORD * WORD);
  if (!delegator || !delegate || !contract || expiry === undefined) return undefined;
  return {
    delegator,
    delegate,
    contract: contract.equals(WILDCARD) ? null : contract,
    expiresAt: expiry === NEVER ? null : expiry,
  };
}
