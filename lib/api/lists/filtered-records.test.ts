import { expect, test } from 'vitest';
import { readFiltered } from './filtered-records';

type Row = Readonly<{ block_number: number }>;

/** The records of a list of blocks from `tip` down, of which a read searches `size` and finds those of `isFound`. */
async function recordsOf(tip: number, size: number, isFound: (block: number) => boolean) {
  const records: string[][] = [];
  const batches = readFiltered<Row, Row>({
    head: ['Block', 'Value'],
    limit: size,
    read: async (from) => {
      const first = from === undefined ? tip : from.block_number - 1;
      const searched = Array.from({ length: Math.min(size, first + 1) }, (_, at) => first - at);
      const rows = searched.filter(isFound).map((block_number) => ({ block_number }));
      const last = searched.at(-1);
      return { rows, scannedTo: last === undefined || last === 0 ? undefined : { block_number: last } };
    },
    present: ({ block_number }) => [String(block_number), '1'],
  });
  for await (const batch of batches) records.push(...batch.map((record) => [...record]));
  return records;
}

test('a file whose filter was searched to the end has the matches only', async () => {
  expect(await recordsOf(25, 10, (block) => block % 10 === 3)).toEqual([
    ['23', '1'],
    ['13', '1'],
    ['3', '1'],
  ]);
});

test('a file whose filter was not searched to the end says so, and where to continue', async () => {
  const [match, end, ...others] = await recordsOf(1_999, 10, (block) => block === 1_500);
  expect(match).toEqual(['1500', '1']);
  expect(end).toEqual(['Incomplete: searched down to block 1000. Continue with to_block=1000', '']);
  expect(others).toEqual([]);
});
