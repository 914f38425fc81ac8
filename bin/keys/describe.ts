import type { ApiKeyRow } from '@/lib/api/gate/key-query';
import { isPlanName, PLANS } from '@/lib/api/gate/plans';
import type { KeyUsageRow } from '@/lib/api/gate/usage-query';
import { utcDate } from '@/lib/db/utc-date';

type Column<Row> = Readonly<{ title: string; read(row: Row): string; isNumber?: boolean }>;

const KEY_COLUMNS: readonly Column<ApiKeyRow>[] = [
  { title: 'name', read: ({ name }) => name },
  { title: 'plan', read: ({ plan }) => plan },
  { title: 'created', read: ({ created_at }) => utcDate(created_at.getTime()) },
  { title: 'last used', read: ({ last_day }) => last_day ?? 'never' },
  { title: 'credits used', read: describeUsed, isNumber: true },
  { title: 'of', read: describeAllowed },
  { title: '', read: ({ revoked_at }) => (revoked_at ? `revoked ${utcDate(revoked_at.getTime())}` : '') },
];

const USAGE_COLUMNS: readonly Column<KeyUsageRow>[] = [
  { title: 'key', read: ({ name }) => name },
  { title: 'operation', read: ({ endpoint_id }) => endpoint_id },
  { title: 'calls', read: ({ calls }) => calls.toLocaleString('en-US'), isNumber: true },
  { title: 'credits', read: ({ credits }) => credits.toLocaleString('en-US'), isNumber: true },
];
const DAY_COLUMN: Column<KeyUsageRow> = { title: 'day', read: ({ day }) => day ?? '' };

/** Table of keys with usage in the current period. */
export function describeKeys(keys: readonly ApiKeyRow[]): string {
  if (keys.length === 0) return 'There are no keys: npm run keys -- create NAME creates one.';
  return formatTable(KEY_COLUMNS, keys);
}

/** Table of usage since `firstDay`, per day if the rows have days. */
export function describeUsage(rows: readonly KeyUsageRow[], firstDay: string): string {
  if (rows.length === 0) return `No usage since ${firstDay} (UTC).`;
  const columns = rows.some(({ day }) => day !== null) ? [DAY_COLUMN, ...USAGE_COLUMNS] : USAGE_COLUMNS;
  return `Since ${firstDay} (UTC)\n${formatTable(columns, rows)}`;
}

function describeUsed(key: ApiKeyRow): string {
  const isDaily = isPlanName(key.plan) && PLANS[key.plan].period === 'day';
  return (isDaily ? key.day_credits : key.month_credits).toLocaleString('en-US');
}

function describeAllowed({ plan }: ApiKeyRow): string {
  if (!isPlanName(plan)) return 'no such plan';
  const { credits, period } = PLANS[plan];
  return period === 'unlimited' ? 'no limit' : `${credits.toLocaleString('en-US')} a ${period}`;
}

function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ read }) => read(row))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const lines = cells.map((line) =>
    line.map((cell, at) =>
      columns[at]?.isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    ),
  );
  return lines.map((line) => line.join('  ').trimEnd()).join('\n');
}
