import { expect, test } from 'vitest';
import { FHE_TYPE_NAMES, fheTypeName } from './types';

test('the enum has 84 different names', () => {
  expect(new Set(FHE_TYPE_NAMES).size).toBe(84);
});

test.each([
  [0, 'Bool'],
  [1, 'Uint4'],
  [2, 'Uint8'],
  [5, 'Uint64'],
  [7, 'Uint160'],
  [8, 'Uint256'],
  [11, 'Uint2048'],
  [12, 'Uint2'],
  [16, 'Uint14'],
  [17, 'Int2'],
  [29, 'Int256'],
  [30, 'AsciiString'],
  [31, 'Int512'],
  [34, 'Uint24'],
  [58, 'Uint248'],
  [59, 'Int24'],
  [83, 'Int248'],
])('%d is %s', (id, name) => {
  expect(fheTypeName(id)).toBe(name);
});

test.each([-1, 84, 255, 999, 0.5, Number.NaN])('%d is no type', (id) => {
  expect(fheTypeName(id)).toBe('Unknown');
});
