import { expect, test } from 'vitest';
import { address, insert } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { listForwards } from './traced-forwards';

const [UPGRADED, MODULAR, SPLIT] = [address(1), address(2), address(3)];
const [FIRST, SECOND, THIRD] = [address(10), address(11), address(12)];
const INPUT = Buffer.from('12345678', 'hex');
/** By block: the contract that is called, and where it delegates to. */
const FORWARDS = [
  [UPGRADED, FIRST],
  [UPGRADED, FIRST],
  [UPGRADED, SECOND],
  [UPGRADED, SECOND],
  [MODULAR, FIRST],
  [MODULAR, SECOND],
  [MODULAR, THIRD],
  [MODULAR, SECOND],
  [SPLIT, FIRST, SECOND],
] as const;

test('an upgrade ends the use of an implementation, modules are used side by side', async () => {
  const db = await provideChain(7);
  for (const [block, [proxy, ...targets]] of FORWARDS.entries()) {
    await insert.block(db, block);
    await insert.transaction(db, { block, index: 0 }, { to_address: proxy, input: INPUT });
    for (const [at, to_address] of targets.entries())
      await insert.internal(
        db,
        { block, index: 0, call: at + 1 },
        { type: 'delegatecall', from_address: proxy, to_address, input: INPUT, input_size: INPUT.length },
      );
  }
  const found = await listForwards(db, [UPGRADED, MODULAR, SPLIT, THIRD]);
  const of = (proxy: Buffer) => found.get(proxy.toString('hex'));
  expect(of(UPGRADED)).toEqual({ targets: [SECOND, FIRST], current: 1 });
  expect(of(MODULAR)).toEqual({ targets: [SECOND, THIRD, FIRST], current: 2 });
  expect(of(SPLIT)).toMatchObject({ current: 2 });
  expect(of(THIRD)).toBeUndefined();
});
