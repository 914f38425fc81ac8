import type { Charge, ChargeBatch } from './usage-query';

/** Charges that are not confirmed as stored. */
export type ChargeLedger = Readonly<{
  add(charge: Charge): void;
  /** A key's credits in the ledger on the days that start with `period` (`2026-01`, or a whole day). */
  unstored(keyId: string, period: string): number;
  /** The batch to store: the same one until it is confirmed; undefined when there is none. */
  batch(): ChargeBatch | undefined;
  confirm(): void;
  list(): Charge[];
}>;

/** By key, then by `day operation`. */
type Charges = Map<string, Map<string, Charge>>;

/** Creates an empty ledger; `writerId` identifies this process. */
export function createChargeLedger(writerId: string): ChargeLedger {
  let open: Charges = new Map();
  let sent: { charges: Charges; batch: ChargeBatch } | undefined;
  let batches = 0;
  return {
    add: (charge) => addTo(open, charge),
    unstored: (keyId, period) => sumOf(open, keyId, period) + (sent ? sumOf(sent.charges, keyId, period) : 0),
    batch: () => {
      if (sent || open.size === 0) return sent?.batch;
      batches += 1;
      sent = { charges: open, batch: { writerId, batch: batches, charges: listOf(open) } };
      open = new Map();
      return sent.batch;
    },
    confirm: () => {
      sent = undefined;
    },
    list: () => [...(sent?.batch.charges ?? []), ...listOf(open)],
  };
}

function addTo(charges: Charges, charge: Charge): void {
  const byOperation = charges.get(charge.keyId) ?? new Map<string, Charge>();
  charges.set(charge.keyId, byOperation);
  const operation = `${charge.day} ${charge.endpointId}`;
  const previous = byOperation.get(operation);
  const sum = previous && {
    ...charge,
    calls: previous.calls + charge.calls,
    credits: previous.credits + charge.credits,
  };
  byOperation.set(operation, sum ?? charge);
}

function listOf(charges: Charges): Charge[] {
  return [...charges.values()].flatMap((byOperation) => [...byOperation.values()]);
}

function sumOf(charges: Charges, keyId: string, period: string): number {
  let sum = 0;
  for (const charge of charges.get(keyId)?.values() ?? [])
    if (charge.day.startsWith(period)) sum += charge.credits;
  return sum;
}
