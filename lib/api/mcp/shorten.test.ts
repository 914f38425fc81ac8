import { expect, test } from 'vitest';
import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import { shorten } from './shorten';

test('an answer that fits is whole, but for nulls and empty lists', () => {
  const body = { hash: '0x1', to: null, tag: { name: null, tags: [] }, value: 2n ** 200n, list: [null, 'a'] };
  expect(shorten(body)).toMatchObject({
    text: `{"hash":"0x1","value":${2n ** 200n},"list":[null,"a"]}`,
    leftOut: [],
  });
  expect(shorten(null).text).toBe('null');
  expect(shorten({}).text).toBe('{}');
  expect(shorten([]).text).toBe('[]');
  expect(shorten({ items: [] }).text).toBe('{"items":[]}');
});

test('a long text is cut, and the note says which', () => {
  const { text, leftOut } = shorten({ raw_input: `0x${'ab'.repeat(5_000)}` });
  expect(JSON.parse(text).raw_input).toMatch(/^0x(ab)+… \(9602 more\)$/);
  expect(leftOut).toEqual(['raw_input: texts end with … after 400 characters']);
});

test('rows are left out until the answer fits, and the note counts them', () => {
  const row = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, 'x'.repeat(40)]));
  const { text, leftOut, rows } = shorten({ items: Array(50).fill(row), next_page_params: { index: 3 } });
  expect(text.length).toBeLessThanOrEqual(MCP_LIMITS.answer);
  const { items, next_page_params } = JSON.parse(text);
  expect(items.length).toBe(rows);
  expect(rows).toBeGreaterThan(8);
  expect(next_page_params).toEqual({ index: 3 });
  expect(leftOut).toEqual([`items: the first ${rows} of 50 are shown`]);
});

test('nothing that a chain holds makes it longer than the limit', () => {
  let nested: unknown = 'end';
  for (let depth = 0; depth < 200; depth += 1) nested = { nested };
  expect(shorten(nested).leftOut.join()).toContain('nested too deeply');
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`name${at}`, 'x'.repeat(99)]));
  expect(shorten(wide)).toMatchObject({
    text: '{}',
    rows: 0,
    leftOut: [expect.stringContaining('too long')],
  });
});
