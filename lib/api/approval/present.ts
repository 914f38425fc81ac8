import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentToken, type TokenMap } from '@/lib/api/token/present';
import { presentTimestamp } from '@/lib/api/values';
import type { Approval } from '@/lib/endpoints/approval';
import { type DecodedApproval, decodeApproval } from '@/lib/evm/approvals';
import { bufferToHex } from '@/lib/evm/hex';
import { isUnlimited } from '@/lib/evm/unlimited';
import type { ApprovalOrigin, ApprovalRow } from './query';

/** An approval log, decoded. */
export type DecodedApprovalRow = ApprovalRow & DecodedApproval;
/** A decoded approval with whether it was revoked. */
export type ApprovalState = DecodedApprovalRow & Readonly<{ isRevoked: boolean }>;

/** Of several approvals of one NFT, only the last one counts. The logs decoded, newest first. */
export function collectApprovals(rows: readonly ApprovalRow[]): DecodedApprovalRow[] {
  const decoded = rows.flatMap((row) => {
    const approved = decodeApproval(row);
    return approved === undefined ? [] : [{ ...row, ...approved }];
  });
  const newestFirst = decoded.sort((one, other) => comparePosition(other, one));
  const seen = new Set<string>();
  return newestFirst.filter((one) => {
    if (one.kind !== 'nft') return true;
    const nft = `${one.address.toString('hex')}/${one.tokenId}`;
    const isLast = !seen.has(nft);
    seen.add(nft);
    return isLast;
  });
}

type Position = Pick<ApprovalRow, 'block_number' | 'log_index'>;

/** Negative if `one` was logged before `other`. */
export function comparePosition(one: Position, other: Position): number {
  return one.block_number - other.block_number || one.log_index - other.log_index;
}

/** Whether an approval allows nothing by itself at a time in Unix seconds. */
export function isEmptyApproval({ kind, value }: DecodedApproval, now: number): boolean {
  return value === 0n || (kind === 'all_until' && value <= BigInt(now));
}

/** Data shared by approvals; origins by `originKey`. */
export type ApprovalContext = Readonly<{
  tokens: TokenMap;
  addresses: AddressMap;
  origins: ReadonlyMap<string, ApprovalOrigin>;
}>;

/** The key of a transaction's position. */
export function originKey(at: Pick<ApprovalOrigin, 'block_number' | 'transaction_index'>): string {
  return `${at.block_number}/${at.transaction_index}`;
}

/** 9999-12-31T23:59:59Z. */
const LAST_TIME = 253_402_300_799n;

/** Presents an approval. Throws if its transaction is not among the origins. */
export function presentApproval(given: ApprovalState, context: ApprovalContext): Approval {
  const { address, spender, kind, value, tokenId } = given;
  const origin = context.origins.get(originKey(given));
  if (origin === undefined) throw new Error(`no transaction at ${originKey(given)}`);
  const token = context.tokens.get(address.toString('hex'));
  const isAmount = kind === 'amount' || kind === 'amount_of_id';
  return {
    token: token === undefined ? null : presentToken(token),
    contract: presentAddress(address, context.addresses),
    spender: presentAddress(spender, context.addresses),
    kind,
    limit: isAmount ? String(value) : null,
    is_unlimited: isAmount && isUnlimited(value),
    token_id: tokenId === undefined ? null : String(tokenId),
    valid_until: kind === 'all_until' && value <= LAST_TIME ? presentTimestamp(Number(value)) : null,
    is_revoked: given.isRevoked,
    block_number: given.block_number,
    log_index: given.log_index,
    timestamp: presentTimestamp(origin.timestamp),
    transaction_hash: bufferToHex(origin.hash),
  };
}
