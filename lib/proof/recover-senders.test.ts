import { expect, test } from 'vitest';
import { keccak256 } from '@/lib/evm/keccak';
import { loadWebAssembly, openSenderLibrary } from './recover-senders';

test('both recoveries agree about signatures that recover and those that do not', async () => {
  const [{ recover }, native] = [await loadWebAssembly(), await openSenderLibrary()];
  expect(native.name).toBe('libsecp256k1');
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const values = [
    0n,
    1n,
    2n,
    5n,
    order / 2n,
    order / 2n + 1n,
    order - 1n,
    order,
    order + 1n,
    2n ** 256n - 1n,
  ];
  const attempt = (find: typeof recover, ...given: Parameters<typeof recover>) => {
    try {
      return Buffer.from(find(...given)).toString('hex');
    } catch {
      return 'none';
    }
  };
  const found = new Set<string>();
  for (const r of values)
    for (const s of values)
      for (const parity of [0, 1])
        for (const hash of [word(0n), keccak256(word(r)), word(2n ** 256n - 1n)]) {
          const signature = Buffer.concat([word(r), word(s)]);
          const portable = attempt(recover, signature, parity, hash);
          expect(portable, `${r} ${s} ${parity}`).toBe(attempt(native.recover, signature, parity, hash));
          found.add(portable);
        }
  expect(found.size).toBeGreaterThan(20);
  expect(found).toContain('none');
});
