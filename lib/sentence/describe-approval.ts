import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import { isFungible } from '@/lib/evm/token-standards';
import { isUnlimited } from '@/lib/evm/unlimited';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';
import type { Part } from './describe-transaction';
import { phrase } from './phrase';
import { readApprovalCall } from './read-approval-call';

/** The two ends of an approval: who may spend, and the token, if it is known as one. */
export type ApprovalEnds = Readonly<{ spender: Address; token: Token | undefined }>;

/** The approval or revocation by the sender; undefined if the transaction is not one. */
export function describeApproval(
  transaction: Transaction,
  ends: ApprovalEnds | undefined,
): Part[] | undefined {
  const call = readApprovalCall(transaction);
  if (call === undefined || ends === undefined || transaction.to === null) return undefined;
  const { token } = ends;
  const spender: Part[] = [{ address: ends.spender, part: 'other' }];
  const contract: Part[] = [{ address: transaction.to, part: 'to' }];
  if (call.kind === 'all')
    return call.isGiven
      ? phrase('approved {spender} as operator for {contract}', { spender, contract })
      : phrase('revoked {spender} as operator for {contract}', { spender, contract });
  if (token === undefined)
    return isUnlimited(BigInt(call.value))
      ? phrase('allowed {spender} to spend unlimited {contract}', { spender, contract })
      : phrase('approved {spender} for some of {contract}', { spender, contract });
  const asset = (token_id: string | null, amount: string): Part[] => [{ asset: { token, token_id, amount } }];
  if (!isFungible(token.type)) {
    const nft = asset(call.value, '1');
    return call.spender === ZERO_ADDRESS_HASH
      ? phrase('cleared any approval for {nft}', { nft })
      : phrase('allowed {spender} to transfer {nft}', { spender, nft });
  }
  if (call.value === '0')
    return phrase('revoked approval for {spender} to spend {contract}', { spender, contract });
  if (isUnlimited(BigInt(call.value)))
    return phrase('allowed {spender} to spend unlimited {contract}', { spender, contract });
  return phrase('allowed {spender} to spend up to {asset}', { spender, asset: asset(null, call.value) });
}
