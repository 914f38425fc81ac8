import { expect, test } from 'vitest';
import { countTraits } from './trait-present';

const nft = (...attributes: unknown[]) => Buffer.from(JSON.stringify({ name: 'One', attributes }));
const has = (trait_type: unknown, value: unknown) => ({ trait_type, value });

test('traits are counted by NFT, the most frequent first', () => {
  const counter = countTraits();
  counter.add(nft(has('Hat', 'red'), has('Eyes', 2)));
  counter.add(nft(has('Hat', 'blue')));
  counter.add(nft(has('Hat', 'red'), has('Hat', 'red'), has('Hat', 'green')));
  expect(counter.count()).toEqual({
    items: [
      {
        name: 'Hat',
        nfts_count: 3,
        values_count: 3,
        values: [
          { value: 'red', nfts_count: 2 },
          { value: 'blue', nfts_count: 1 },
          { value: 'green', nfts_count: 1 },
        ],
      },
      { name: 'Eyes', nfts_count: 1, values_count: 1, values: [{ value: '2', nfts_count: 1 }] },
    ],
    traits_count: 2,
  });
});

test('what is no metadata, or no attribute, is left out', () => {
  const counter = countTraits();
  expect(counter.add(Buffer.from('not JSON'))).toBe(false);
  expect(counter.add(Buffer.from('{"attributes":{"Hat":"red"}}'))).toBe(true);
  expect(counter.add(nft(null, 'Hat', has('Hat', { deep: 1 }), has(null, 'red'), { value: 'plain' }))).toBe(
    true,
  );
  expect(counter.count().items).toEqual([
    { name: 'trait', nfts_count: 1, values_count: 1, values: [{ value: 'plain', nfts_count: 1 }] },
  ]);
});

test('names, values and their length are bounded, and counted', () => {
  const counter = countTraits();
  for (let nr = 0; nr < 60; nr += 1)
    counter.add(nft(has('Hat', `${nr}`), has(`trait ${nr}`, 'x'.repeat(500))));
  const { items, traits_count } = counter.count();
  expect([items.length, traits_count]).toEqual([50, 61]);
  expect(items[0]).toMatchObject({ name: 'Hat', nfts_count: 60, values_count: 60 });
  expect(items[0]?.values).toHaveLength(50);
  expect(items[1]?.values[0]?.value).toHaveLength(120);
});
