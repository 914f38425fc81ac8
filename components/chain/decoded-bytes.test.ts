import { expect, test } from 'vitest';
import { isDecoded, ofFields, ofItem } from './decoded-bytes';

const bytes = { path: 'calls', decoded: new Set(['calls[1]']) };
const one = { type: 'tuple', components: [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes32' }] };
const two = { type: 'tuple', components: [{ type: 'bytes' }, { type: 'tuple', components: one.components }] };

test('the bytes of a struct are known by its path if it has no others', () => {
  expect(ofItem(bytes, 1)?.path).toBe('calls[1]');
  expect(ofFields(ofItem(bytes, 1), one)?.path).toBe('calls[1]');
  expect(ofFields(bytes, two)).toBe(undefined);
  expect(ofFields(bytes, { type: 'tuple', components: [{ type: 'bytes[]' }, { type: 'bytes' }] })).toBe(
    undefined,
  );
  expect(ofItem(undefined, 1)).toBe(undefined);
});

test('a parameter folds if all of its bytes are decoded as calls', () => {
  const inputs = { name: 'inputs', type: 'bytes[]', value: ['0x01', '0x02'] };
  expect(isDecoded(inputs, new Set(['inputs[0]', 'inputs[1]']))).toBe(true);
  expect(isDecoded(inputs, new Set(['inputs[0]']))).toBe(false);
  expect(isDecoded({ ...inputs, value: [] }, new Set())).toBe(false);
  expect(isDecoded({ name: 'data', type: 'bytes', value: '0x01' }, new Set(['data']))).toBe(true);
  const structs = { name: 'inputs', type: '(address,bytes)[]', value: [['0x00', '0x01']] };
  expect(isDecoded(structs, new Set(['inputs[0]']))).toBe(false);
});
