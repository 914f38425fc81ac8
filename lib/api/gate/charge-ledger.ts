import type { Charge, ChargeBatch } from '@/lib/queries/key-usage';

/** Charges that the database does not hold yet, or is not known to hold. */
export type ChargeLedger = Readonly<{
  add(charge: Charge): void;
  /** Credits of a key that are in the ledger, of the days that begin with `period` (`2026-01`, or a whole day). */
  unstored(keyId: string, period: string): number;
  /** What to store next: the same batch until it is confirmed, undefined when there is nothing. */
  batch(): ChargeBatch | undefined;
  /** Removes the batch: it is stored. */
  confirm(): void;
  /** Everything that is in the ledger. */
  list(): Charge[];
}>;

/** By key, then by day and operation. */
type Charges = Map<string, Map<string, Charge>>;

/** An empty ledger of the process that `writerId` names. */
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
  const known = byOperation.get(operation);
  const sum = known && {
    ...charge,
    calls: known.calls + charge.calls,
    credits: known.credits + charge.credits,
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
