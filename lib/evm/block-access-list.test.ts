import { expect, test } from 'vitest';
import { parseAccessList } from '@/lib/rpc/access-list';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { type AccountChange, countAccesses, listChangesAt } from './block-access-list';
import { bufferToHex } from './hex';

const BLOCKS = AMSTERDAM.blocks.map(({ block, receipts, accessList }) => ({
  block: parseBlock(block),
  receipts: receipts.map(parseReceipt),
  list: parseAccessList(accessList),
  json: accessList,
}));

/** The values of one change by place, as the JSON of the fixture has them at that index. */
function expectedAt(json: unknown, index: number): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    if ('index' in value && Number(value.index) === index)
      found.push(`${path} ${String(Object.values(value)[1])}`);
    const name = ['address', 'key'].map((key) => Reflect.get(value, key)).find((one) => one !== undefined);
    for (const [key, inner] of Object.entries(value))
      walk(inner, Array.isArray(value) ? path : `${path}/${name ?? ''}${key}`);
  };
  walk(json, '');
  return found.sort();
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const quantity = (value: bigint) => `0x${value.toString(16)}`;

function toTexts({ address, balance, nonce, code, slots }: AccountChange): string[] {
  const at = `/${bufferToHex(address)}`;
  return [
    ...(balance ? [`${at}balanceChanges ${quantity(balance.after)}`] : []),
    ...(nonce ? [`${at}nonceChanges ${quantity(nonce.after)}`] : []),
    ...(code ? [`${at}codeChanges ${bufferToHex(code.after)}`] : []),
    ...slots.map(({ slot, after }) => `${at}storageChanges/${word(slot)}changes ${word(after)}`),
  ];
}

test('the changes of every transaction are those of the list', () => {
  let compared = 0;
  for (const { block, list, json } of BLOCKS)
    for (let index = 0; index <= block.transactions.length + 1; index += 1) {
      const changes = listChangesAt(list, index).flatMap(toTexts).sort();
      expect(changes, `block ${block.number}, index ${index}`).toEqual(expectedAt(json, index));
      compared += changes.length;
    }
  expect(compared).toBe(212);
});

test('a value before is the last earlier one of the block', () => {
  const account = {
    ...{ address: Buffer.alloc(20), storageReads: [], nonceChanges: [], codeChanges: [] },
    storageChanges: [{ slot: 7n, changes: [at(2, 5n), at(4, 0n)] }],
    balanceChanges: [at(0, 1n), at(2, 9n)],
  };
  const slots = [{ slot: 7n, before: undefined, after: 5n }];
  expect(listChangesAt([account], 2)).toMatchObject([{ balance: { before: 1n, after: 9n }, slots }]);
  expect(listChangesAt([account], 4)).toMatchObject([
    { balance: undefined, nonce: undefined, code: undefined, slots: [{ before: 5n, after: 0n }] },
  ]);
  expect(listChangesAt([account], 1)).toEqual([]);
  expect(countAccesses([account])).toEqual({ accounts: 1, changedSlots: 1, readSlots: 0 });
});

const at = (index: number, value: bigint) => ({ index, value });

const NATIVE = `0x${'ff'.repeat(19)}fe`;
const lower = (address: Uint8Array | null | undefined) => (address ? bufferToHex(address) : '');

/** What logs, fees and withdrawals say that the balances of an index change by. */
function movesAt({ block, receipts }: (typeof BLOCKS)[number], index: number): Map<string, bigint> {
  const moves = new Map<string, bigint>();
  const add = (address: string, value: bigint) => moves.set(address, (moves.get(address) ?? 0n) + value);
  const [transaction, receipt] = [block.transactions[index - 1], receipts[index - 1]];
  if (transaction && receipt) {
    const [gas, price] = [receipt.gasUsed ?? 0n, receipt.effectiveGasPrice ?? 0n];
    add(lower(transaction.from), -gas * price);
    add(lower(block.miner), gas * (price - (block.baseFeePerGas ?? 0n)));
    for (const { address, topics, data } of receipt.logs)
      if (lower(address) === NATIVE) {
        add(lower(topics[1]?.subarray(12)), -BigInt(bufferToHex(data)));
        add(lower(topics[2]?.subarray(12)), BigInt(bufferToHex(data)));
      }
  }
  if (index === block.transactions.length + 1)
    for (const { address, amount } of block.withdrawals ?? []) add(lower(address), amount);
  return new Map([...moves].filter(([, value]) => value !== 0n));
}

test('balances change by what logs, fees and withdrawals moved', () => {
  const state = new Map<string, bigint>();
  const funded: unknown = Reflect.get(Object(AMSTERDAM.genesis.pre), 'funded');
  for (const [address, balance] of Object.entries(Object(funded)))
    state.set(address, BigInt(String(balance)));
  let compared = 0;
  for (const one of BLOCKS)
    for (let index = 0; index <= one.block.transactions.length + 1; index += 1) {
      const changes = listChangesAt(one.list, index).flatMap(({ address, balance }) => {
        if (!balance) return [];
        const who = lower(address);
        const before = state.get(who) ?? 0n;
        if (balance.before !== undefined) expect(balance.before).toBe(before);
        state.set(who, balance.after);
        return [[who, balance.after - before] as const];
      });
      expect(new Map(changes), `block ${one.block.number}, index ${index}`).toEqual(movesAt(one, index));
      compared += changes.length;
    }
  expect(compared).toBe(98);
});
