import type { Database } from '@/lib/db/open-database';
import { encryptedOperands, isFheOperation } from '@/lib/evm/fhe-operations';
import { readHandle } from '@/lib/fhe/handles';
import { listFirstUses, listProducers, type OperationAtRow } from './query';

const MAX_OPERATIONS = 24;
const MAX_USES = 8;
/** Handles that are looked up in one step. */
const MAX_FRONTIER = 100;

type Found = Readonly<{ row: OperationAtRow; distance: number }>;
/** Operations in order, and the handles whose origin, or whose further uses, are not among them. */
type Lineage = Readonly<{ operations: Found[]; before: Buffer[]; after: Buffer[] }>;

/** The operations around a handle up to some steps away, at most 24 each way. */
export async function loadLineage(db: Database, handle: Buffer, steps: number): Promise<Lineage> {
  const [earlier, later] = await Promise.all([
    findAncestors(db, handle, steps),
    findDescendants(db, handle, steps),
  ]);
  const found = new Map([...later.found, ...earlier.found]);
  const operations = [...found.values()].sort(
    ({ row: left }, { row: right }) =>
      left.block_number - right.block_number || left.log_index - right.log_index,
  );
  return { operations, before: earlier.rest, after: later.rest };
}

type Walk = { found: Map<string, Found>; rest: Buffer[] };

async function findAncestors(db: Database, handle: Buffer, steps: number): Promise<Walk> {
  const found = new Map<string, Found>();
  const seen = new Set<string>([keyOf(handle)]);
  let frontier = [handle];
  const rest: Buffer[] = [];
  for (let distance = 0; distance <= steps && frontier.length > 0; distance += 1) {
    const rows = await listProducers(db, frontier);
    const next: Buffer[] = [];
    for (const row of rows) {
      if (found.size >= MAX_OPERATIONS) rest.push(row.result);
      else {
        found.set(positionOf(row), { row, distance: distance === 0 ? 0 : -distance });
        next.push(...operandsOf(row).filter((operand) => isComputed(operand) && addTo(seen, operand)));
      }
    }
    frontier = next.slice(0, MAX_FRONTIER);
    rest.push(...next.slice(MAX_FRONTIER));
  }
  return { found, rest: [...rest, ...frontier] };
}

async function findDescendants(db: Database, handle: Buffer, steps: number): Promise<Walk> {
  const found = new Map<string, Found>();
  const seen = new Set<string>([keyOf(handle)]);
  const rest: Buffer[] = [];
  let frontier = [handle];
  for (let distance = 1; distance <= steps && frontier.length > 0; distance += 1) {
    const rows = await listFirstUses(db, frontier, MAX_USES + 1);
    const next: Buffer[] = [];
    for (const used of frontier) {
      const uses = rows.filter((row) => row.used.equals(used));
      const fitting = uses.slice(0, MAX_USES).filter((row) => {
        const isKnown = found.has(positionOf(row));
        if (!isKnown && found.size >= MAX_OPERATIONS) return false;
        if (!isKnown) found.set(positionOf(row), { row, distance });
        if (addTo(seen, row.result)) next.push(row.result);
        return true;
      });
      if (fitting.length < uses.length) rest.push(used);
    }
    frontier = next;
  }
  const further = await listFirstUses(db, frontier, 1);
  return { found, rest: [...rest, ...further.map(({ used }) => used)] };
}

function addTo(seen: Set<string>, handle: Buffer): boolean {
  const isNew = !seen.has(keyOf(handle));
  seen.add(keyOf(handle));
  return isNew;
}

const keyOf = (handle: Buffer) => handle.toString('latin1');
const positionOf = ({ block_number, log_index }: OperationAtRow) => `${block_number} ${log_index}`;
const isComputed = (handle: Buffer) => readHandle(handle)?.inputIndex === null;

function operandsOf({ operation, is_scalar: isScalar, operands }: OperationAtRow): readonly Buffer[] {
  return isFheOperation(operation)
    ? encryptedOperands({ operation, isScalar, operands, plaintext: null })
    : [];
}
