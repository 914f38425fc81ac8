import { loadAddresses } from '@/lib/api/address/mention-loader';
import { invalid, Refusal } from '@/lib/api/answer';
import { type BlockRange, findBlockRange } from '@/lib/api/block/query';
import type { CallContext } from '@/lib/api/implement';
import {
  type InternalPosition,
  type InternalScope,
  type InternalTransactionRow,
  listValuedInternals,
} from '@/lib/api/internal-transaction/query';
import { toHeight } from '@/lib/api/lists/cursors';
import { functionsOf } from '@/lib/api/services';
import type { Database } from '@/lib/db/open-database';
import { hexToBuffer } from '@/lib/evm/hex';
import type { SignatureMaps } from '@/lib/evm/signatures';
import { listMatchingTransactions, type TransactionConditions } from './matching-query';
import type { AddressPage, TransactionPosition, TransactionRow } from './query';

/** Bounds of a list in time and in blocks, as parsed. */
type ListBounds = Readonly<{
  from_period?: number | undefined;
  to_period?: number | undefined;
  from_block?: bigint | undefined;
  to_block?: bigint | undefined;
}>;

/** The block range of these bounds; undefined without any. */
export async function loadBlockRange(db: Database, bounds: ListBounds): Promise<BlockRange | undefined> {
  const { from_period, to_period, from_block, to_block } = bounds;
  const hasPeriod = from_period !== undefined || to_period !== undefined;
  if (!hasPeriod && from_block === undefined && to_block === undefined) return undefined;
  const { first, beyond } = hasPeriod
    ? await findBlockRange(db, { from_period, to_period })
    : { first: 0, beyond: Number.MAX_SAFE_INTEGER };
  return {
    first: Math.max(first, from_block === undefined ? 0 : toHeight(from_block)),
    beyond: Math.min(beyond, to_block === undefined ? beyond : toHeight(to_block) + 1),
  };
}

type FilterQuery = Readonly<{
  method?: string | undefined;
  counterparty?: string | undefined;
  min_value?: bigint | undefined;
  only?: TransactionConditions['only'];
}>;

/** The conditions of a query; undefined if it has none. Refuses the name of an unknown function. */
export async function loadConditions(
  context: CallContext,
  address: Buffer,
  { method, counterparty, min_value, only }: FilterQuery,
): Promise<TransactionConditions | Refusal | undefined> {
  if (method === undefined && counterparty === undefined && min_value === undefined && only === undefined)
    return undefined;
  const other = counterparty === undefined ? undefined : hexToBuffer(counterparty);
  const selectors = method === undefined ? undefined : await findSelectors(context, method, [address, other]);
  if (selectors?.length === 0)
    return new Refusal(
      invalid([{ pointer: 'method', detail: 'Unknown function: use its selector, e.g. 0xa9059cbb' }]),
    );
  return { selectors, counterparty: other, minValue: min_value?.toString(), only };
}

/** Selectors of a function: its own, or of its name in the ABIs of these addresses and the known ones. */
async function findSelectors(
  { db, services }: CallContext,
  method: string,
  owners: readonly (Buffer | undefined)[],
): Promise<Buffer[]> {
  if (/^0x[0-9a-f]{8}$/i.test(method)) return [hexToBuffer(method.toLowerCase())];
  const present = owners.filter((owner) => owner !== undefined);
  const addresses = await loadAddresses(db, present, present);
  const own = [...addresses.values()].flatMap(({ interfaces }) => interfaces);
  const known = [...own.map(({ functions }) => functions), ...functionsOf(services)];
  const selectors = known.flatMap((functions) => selectorsOf(method, functions));
  return [...new Set(selectors)].map(hexToBuffer);
}

/** Selectors of the functions of a name, upper or lower case. */
function selectorsOf(name: string, functions: SignatureMaps['functions']): string[] {
  const wanted = name.toLowerCase();
  return [...functions].flatMap(([selector, items]) =>
    items.some((item) => item.name.toLowerCase() === wanted) ? [selector] : [],
  );
}

const MAX_SCANS = 5;

/** Rows of a bounded scan, and where to continue; undefined at the end. */
type Scan<Row, Position> = { rows: Row[]; scannedTo: Position | undefined };

/** An address's transactions that meet the conditions. */
export function readMatching(
  db: Database,
  address: Buffer,
  page: AddressPage & Readonly<{ conditions: TransactionConditions }>,
): Promise<Scan<TransactionRow, TransactionPosition>> {
  return readScans(page.before, page.limit, (before, limit) =>
    listMatchingTransactions(db, address, { ...page, before, limit }),
  );
}

/** An address's internal transactions that moved at least `minValue` wei. */
export function readValuedInternals(
  db: Database,
  scope: Extract<InternalScope, { kind: 'address' }>,
  page: Readonly<{ after: InternalPosition | undefined; limit: number; minValue: string }>,
): Promise<Scan<InternalTransactionRow, InternalPosition>> {
  return readScans(page.after, page.limit, (after, limit) =>
    listValuedInternals(db, scope, { after, limit, minValue: page.minValue }),
  );
}

/** Scans until the page is full, or the list ends, or as much was searched as one request may. */
async function readScans<Row, Position>(
  start: Position | undefined,
  limit: number,
  scan: (from: Position | undefined, limit: number) => Promise<Scan<Row, Position>>,
): Promise<Scan<Row, Position>> {
  const rows: Row[] = [];
  let from = start;
  for (let scans = 0; scans < MAX_SCANS; scans += 1) {
    const found = await scan(from, limit - rows.length);
    rows.push(...found.rows);
    from = found.scannedTo;
    if (from === undefined || rows.length >= limit) return { rows, scannedTo: undefined };
  }
  return { rows, scannedTo: from };
}
