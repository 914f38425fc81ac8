import type { Row } from './measure';
import type { TableSize } from './sizes';

const milliseconds = (value: number | undefined) => value?.toFixed(1) ?? '';

export function printRows(transactions: number, rows: readonly Row[]): void {
  const heads = ['req/s', 'of bare', 'p50', 'p99', 'p50 at half', 'p99 at half', 'µs of its processor'];
  console.log(
    `\n| ${transactions} transactions | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:|').join('')}`,
  );
  for (const { name, full, half, ratio, microseconds } of rows) {
    const times = [full.p50, full.p99, half?.p50, half?.p99].map(milliseconds);
    const cells = [full.rate.toFixed(0), ratio.toFixed(2), ...times, microseconds.toFixed(0)];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log('Times in ms. At half: at half the rate that was reached, from when the request was due.');
}

export function printSizes(transactions: number, sizes: readonly TableSize[]): void {
  console.log(`\n| bytes a transaction of ${transactions} | table | indexes |\n|---|---:|---:|`);
  const total = { table: 0, indexes: 0 };
  for (const { name, table, indexes } of sizes) {
    total.table += table;
    total.indexes += indexes;
    if (table + indexes >= 1) console.log(`| ${name} | ${table.toFixed(0)} | ${indexes.toFixed(0)} |`);
  }
  console.log(`| all | ${total.table.toFixed(0)} | ${total.indexes.toFixed(0)} |`);
}

/** How much slower the largest chain is than the smallest, by operation. */
export function printGrowth(results: readonly { transactions: number; rows: readonly Row[] }[]): void {
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last) return;
  console.log(
    `\n| from ${first.transactions} to ${last.transactions} | p50 | p99 at half | processor |\n|---|---:|---:|---:|`,
  );
  for (const [at, row] of last.rows.entries()) {
    const small = first.rows[at];
    if (!small) continue;
    const growth = [
      row.full.p50 / small.full.p50,
      (row.half?.p99 ?? 0) / (small.half?.p99 ?? 1),
      row.microseconds / small.microseconds,
    ];
    console.log(`| ${row.name} | ${growth.map((times) => `${times.toFixed(2)} ×`).join(' | ')} |`);
  }
}
