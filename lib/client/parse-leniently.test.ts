import { expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '@/lib/endpoints/address-mention';
import { integerString, jsonInteger } from '@/lib/endpoints/formats';
import { parseLeniently } from './parse-leniently';

const HASH = `0x${'ab'.repeat(20)}`;
const shape = z.object({
  gas_limit: jsonInteger,
  position: z.int().nullable(),
  value: integerString.nullable(),
  items: z.array(z.object({ log_index: z.int() })),
});
const whole = { gas_limit: 21_000, position: 0, value: '5', items: [{ log_index: 1 }] };

test('what fits is left as it is', () => {
  expect(parseLeniently(shape, whole)).toEqual({ success: true, data: whole });
});

test('an integer is one as text too, of any size and at any depth', () => {
  const given = { gas_limit: '21000', position: '0', value: 5, items: [{ log_index: '1' }] };
  expect(parseLeniently(shape, given).data).toEqual(whole);
  const largest = 2n ** 256n - 1n;
  expect(parseLeniently(shape, { ...whole, gas_limit: String(largest) }).data?.gas_limit).toBe(largest);
});

test('what is left out is null where it may be, and a failure where it may not', () => {
  expect(parseLeniently(shape, { gas_limit: 1, items: [] }).data).toEqual({
    gas_limit: 1,
    position: null,
    value: null,
    items: [],
  });
  expect(parseLeniently(shape, { ...whole, gas_limit: undefined }).success).toBe(false);
});

test('one tag instead of a list of them does not make an address unreadable', () => {
  const tag = { slug: 'x', name: 'X', tagType: 'name', ordinal: 0, meta: {} };
  const given = { hash: HASH, name: null, is_contract: true, is_verified: null, metadata: tag };
  expect(parseLeniently(address, given).data).toMatchObject({ hash: HASH, metadata: null });
});

test('what means something else is not mended', () => {
  for (const wrong of [
    { gas_limit: '0x5208' },
    { gas_limit: 1.5 },
    { value: 1.5 },
    { items: null },
    { position: {} },
  ])
    expect(
      parseLeniently(shape, structuredClone({ ...whole, ...wrong })).success,
      JSON.stringify(wrong),
    ).toBe(false);
  expect(parseLeniently(shape, null).success).toBe(false);
  expect(parseLeniently(z.string(), undefined).success).toBe(false);
});

test('a revert reason that is text is one that was not decoded', () => {
  const reason = z.object({
    revert_reason: z.union([z.object({ method_id: z.string() }), z.object({ raw: z.string() })]).nullable(),
  });
  expect(parseLeniently(reason, { revert_reason: 'STF' }).data).toEqual({ revert_reason: { raw: 'STF' } });
});
