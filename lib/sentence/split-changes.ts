import type { AssetChange, NetChanges } from '@/lib/endpoints/net-change';

type SplitChanges = Readonly<{
  gave: readonly AssetChange[];
  got: readonly AssetChange[];
  fee: readonly AssetChange[];
}>;

const NO_PRICE = { historic_exchange_rate: null, historic_exchange_rate_source: null };
const COIN = { token: null, token_id: null, received: 0, sent: 0, ...NO_PRICE };

/**
 * The sender's changes, what was paid as a fee apart. The amounts of encrypted transfers have no sign: those only
 * sent count as given, those only received as received.
 */
export function splitChanges(changes: readonly AssetChange[], fee: NetChanges['fee']): SplitChanges {
  const paid = fee === null ? 0n : BigInt(fee.total);
  const hasCoin = changes.some(({ token }) => token === null);
  // a coin change of exactly 0 is not listed, but the fee was paid all the same
  const all = hasCoin || paid === 0n ? changes : [{ ...COIN, amount: '0' }, ...changes];
  const gave: AssetChange[] = [];
  const got: AssetChange[] = [];
  for (const change of all) {
    const amount =
      change.amount === null ? null : BigInt(change.amount) + (change.token === null ? paid : 0n);
    if (amount === 0n) continue;
    const isGiven = amount === null ? change.received === 0 : amount < 0n;
    (isGiven ? gave : got).push({ ...change, amount: amount === null ? null : String(amount) });
  }
  return { gave, got, fee: paid === 0n ? [] : [{ ...COIN, amount: String(-paid) }] };
}
