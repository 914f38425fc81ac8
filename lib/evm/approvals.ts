import { bufferToHex } from './hex';
import { readUint, WORD, wordToAddress } from './words';

/**
 * What an approval allows. `amount`: so much of a token. `nft`: one token ID, until its next transfer.
 * `amount_of_id`: so much of one token ID. `all`: everything of the contract. `all_until`: the same until a time.
 */
export const APPROVAL_KINDS = ['amount', 'nft', 'amount_of_id', 'all', 'all_until'] as const;
type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** An approval log, as stored. */
export type ApprovalLog = Readonly<{
  topic0: Buffer;
  /** The spender's word. */
  topic2: Buffer;
  /** Empty if there is none. */
  topic3: Buffer;
  data: Buffer;
}>;

/** A decoded approval log; `value` is an amount, 0 or 1 for everything, or Unix seconds. */
export type DecodedApproval = Readonly<{
  kind: ApprovalKind;
  spender: Buffer;
  tokenId: bigint | undefined;
  value: bigint;
}>;

type Shape = Readonly<{ topic: string; kind: ApprovalKind; hasId: boolean; hasData: boolean }>;

/** Approval(address,address,uint256): with the amount of ERC-20, or the indexed ID of ERC-721. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** ApprovalForAll(address,address,bool) of ERC-721 and ERC-1155. */
const FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
/** OperatorSet(address,address,bool) of ERC-6909. */
const OPERATOR = '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267';
/** Approval(address,address,uint256,uint256) of ERC-6909. */
const APPROVAL_OF_ID = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7';
/** OperatorSet(address,address,uint48) of ERC-7984. */
const OPERATOR_UNTIL = '0x921a218a75d18e8ec5704851e6b234a85725b21a2521ce889622c35dedc1fa12';

const SHAPES: readonly Shape[] = [
  { topic: APPROVAL, kind: 'amount', hasId: false, hasData: true },
  { topic: APPROVAL, kind: 'nft', hasId: true, hasData: false },
  { topic: FOR_ALL, kind: 'all', hasId: false, hasData: true },
  { topic: OPERATOR, kind: 'all', hasId: false, hasData: true },
  { topic: APPROVAL_OF_ID, kind: 'amount_of_id', hasId: true, hasData: true },
  { topic: OPERATOR_UNTIL, kind: 'all_until', hasId: false, hasData: true },
];

/** First topics of approval logs; the index of approvals has the same. */
export const APPROVAL_TOPICS: readonly string[] = [...new Set(SHAPES.map(({ topic }) => topic))];

/** Decodes an approval log; undefined for another shape than the event's. */
export function decodeApproval({ topic0, topic2, topic3, data }: ApprovalLog): DecodedApproval | undefined {
  const spender = wordToAddress(topic2);
  const topic = bufferToHex(topic0);
  const shape = SHAPES.find(
    ({ hasId, hasData, ...one }) =>
      one.topic === topic && topic3.length === (hasId ? WORD : 0) && data.length === (hasData ? WORD : 0),
  );
  if (shape === undefined || spender === undefined) return undefined;
  const tokenId = shape.hasId ? readUint(topic3, 0) : undefined;
  return { kind: shape.kind, spender, tokenId, value: readUint(data, 0) ?? 1n };
}
