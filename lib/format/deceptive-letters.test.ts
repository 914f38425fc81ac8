import { expect, test } from 'vitest';
import { readsAs } from './deceptive-letters';

test.each([
  ['USDС', 'USDC'],
  ['Demo Dоllar', 'Demo Dollar'],
  ['ΕΤΗ', 'ETH'],
  ['linк', 'link'],
  ['РОСА', 'POCA'],
  ['ＵＳＤＴ', 'USDT'],
  ['𝐔SDC', 'USDC'],
  ['US\u200bDC', 'USDC'],
  ['✅ UЅDC', '✅ USDC'],
])('%s looks like %s', (name, read) => {
  expect(readsAs(name)).toBe(read);
});

test.each(['USDC', 'USD₮', 'Рубль', 'Кот', 'Ελλάς', 'Café', '韓国', '👩‍🚀 Moon', 'مرحبا', '', 'R\u0000'])(
  '%s is what it looks like',
  (name) => {
    expect(readsAs(name)).toBeUndefined();
  },
);
