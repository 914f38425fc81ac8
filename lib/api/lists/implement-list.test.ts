import { expect, test } from 'vitest';
import { fillPage, toSearchPage } from './implement-list';

const LENGTH = 1_000;
const SCAN = 10;
type Query = { at?: number; items_count?: bigint | undefined };

/** A list of numbers that is searched ten at a time for those that fit. */
const searched = (
  fits: (number: number) => boolean,
  isLeftOut: (number: number) => boolean = () => false,
) => ({
  cursor: {
    position: ({ at }: Query) => at ?? -1,
    next: (at: number, items_count: number) => ({ at, items_count }),
  },
  read: async (_: unknown, { after, limit }: { after: number; limit: number }) => {
    const numbers = Array.from(
      { length: Math.min(SCAN, LENGTH - after - 1) },
      (_, index) => after + 1 + index,
    );
    const rows = numbers.filter(fits).slice(0, limit);
    return { rows, scannedTo: after + SCAN < LENGTH - 1 ? after + SCAN : undefined };
  },
  present: (_: unknown, rows: readonly number[]) => rows.filter((row) => !isLeftOut(row)),
});
const callOf = (query: Query) => ({
  query,
  follow: (next: object): Query => ({ ...query, ...next, items_count: query.items_count }),
});

type List = ReturnType<typeof searched>;

async function searchPage(query: Query, list: List) {
  const { items_count = 50n } = query;
  const first = await list.read(undefined, { after: query.at ?? -1, limit: Number(items_count) + 1 });
  return toSearchPage(await fillPage(callOf(query), list, first));
}

test('a page is filled from as many scans as it takes, and its cursor follows its last item', async () => {
  const everyFifteenth = searched((number) => number % 15 === 14);
  const first = await searchPage({ items_count: 3n }, everyFifteenth);
  expect(first).toEqual({ items: [14, 29, 44], next_page_params: { at: 49, items_count: 3 }, meta: null });
  const second = await searchPage({ items_count: 3n, at: 49 }, everyFifteenth);
  expect(second.items).toEqual([59, 74, 89]);
});

test('a page from which items are left out is filled from the next ones', async () => {
  const page = await searchPage(
    { items_count: 4n },
    searched(
      () => true,
      (number) => number % 2 === 0,
    ),
  );
  expect(page).toMatchObject({ items: [1, 3, 5, 7], next_page_params: { at: 7, items_count: 4 } });
});

test('the last page leads nowhere, and an empty one only says where a search that ended goes on', async () => {
  const last = await searchPage(
    { at: 900, items_count: 5n },
    searched((number) => number > 997),
  );
  expect(last).toEqual({ items: [998, 999], next_page_params: null, meta: null });
  const nothing = await searchPage(
    { at: 900 },
    searched(() => false),
  );
  expect(nothing).toEqual({ items: [], next_page_params: null, meta: null });
  const ended = await searchPage(
    {},
    searched(() => false),
  );
  expect(ended).toMatchObject({
    items: [],
    next_page_params: null,
    meta: { status: 'partial', search_from: { at: '199' } },
  });
});
