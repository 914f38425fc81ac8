import { type AddressMap, interfacesOf, presentAddress } from '@/lib/api/address/present';
import type { DecodingContext } from '@/lib/api/transaction/call-present';
import { presentTimestamp } from '@/lib/api/values';
import type { AddressActivity, CalledMethod, Counterparty } from '@/lib/endpoints/address-activity';
import { bufferToHex } from '@/lib/evm/hex';
import { findFunctions } from '@/lib/evm/signatures';
import type { BlockTime, DayCount, Interaction, MethodCount } from './query';

/** Totals of the transactions with one counterparty; values in wei. */
export type CounterpartyTotals = {
  address: Buffer;
  sentCount: number;
  sentValue: bigint;
  receivedCount: number;
  receivedValue: bigint;
};

/**
 * Sums the transactions of `address` by counterparty, most transactions first, ties by address. Transactions to itself
 * and creations without a contract are left out.
 */
export function sumByCounterparty(address: Buffer, rows: readonly Interaction[]): CounterpartyTotals[] {
  const byOther = new Map<string, CounterpartyTotals>();
  for (const row of rows) {
    const isSent = row.from_address.equals(address);
    const other = isSent ? row.receiver : row.from_address;
    if (other === null || other.equals(address)) continue;
    const sums = byOther.get(other.toString('hex')) ?? noTotals(other);
    const moved = BigInt(row.moved_value);
    if (isSent) {
      sums.sentCount += 1;
      sums.sentValue += moved;
    } else {
      sums.receivedCount += 1;
      sums.receivedValue += moved;
    }
    byOther.set(other.toString('hex'), sums);
  }
  return [...byOther.values()].sort(
    (one, other) => countOf(other) - countOf(one) || Buffer.compare(one.address, other.address),
  );
}

const noTotals = (address: Buffer): CounterpartyTotals => ({
  address,
  sentCount: 0,
  sentValue: 0n,
  receivedCount: 0,
  receivedValue: 0n,
});
const countOf = ({ sentCount, receivedCount }: CounterpartyTotals) => sentCount + receivedCount;

/** Presents the totals with one counterparty. */
export function presentCounterparty(totals: CounterpartyTotals, addresses: AddressMap): Counterparty {
  return {
    address: presentAddress(totals.address, addresses),
    sent_count: totals.sentCount,
    sent_value: String(totals.sentValue),
    received_count: totals.receivedCount,
    received_value: String(totals.receivedValue),
  };
}

/** Presents a method that was called; its name is that of the contract's ABI, else the first known one of its selector. */
export function presentMethod(
  { contract, selector, transactions }: MethodCount,
  context: DecodingContext,
): CalledMethod {
  const [item] = interfacesOf(contract, context).flatMap((source) => findFunctions(selector, source));
  return {
    contract: presentAddress(contract, context.addresses),
    selector: bufferToHex(selector),
    method: item?.name ?? null,
    transactions_count: transactions,
  };
}

/** Presents a height and its time. */
export function presentBlockTime(seen: BlockTime | undefined): AddressActivity['first_seen'] {
  return seen ? { block_number: seen.number, timestamp: presentTimestamp(seen.timestamp) } : null;
}

const DAY_MS = 86_400_000;

/** Presents the transactions sent on the `length` days up to `to`, but not before `start`, the first indexed day. */
export function presentCalendar(
  { start, to, length }: Readonly<{ start: string; to: string; length: number }>,
  days: readonly DayCount[],
): AddressActivity['calendar'] {
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (length - 1) * DAY_MS).toISOString().slice(0, 10);
  return {
    from: from < start ? start : from,
    to,
    days: days.map(({ day, transactions }) => ({ date: day, transactions_count: transactions })),
  };
}
