import { createMPT } from '@ethereumjs/mpt';
import { type Hex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listChangesAt } from '@/lib/evm/block-access-list';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { decodeAccessList } from '@/lib/proof/access-list';
import { AMSTERDAM } from '../support/amsterdam-chain';

/** The state that the values of the lists make, told by its root: that of the header is of the generator's own state. */
type Account = { nonce: bigint; balance: bigint; code: Buffer; slots: Map<bigint, bigint> };

const genesis = z.object({
  pre: z.object({ system: z.record(z.string(), z.string()), funded: z.record(z.string(), z.string()) }),
});
const integer = (value: bigint): Hex => (value === 0n ? '0x' : bufferToHex(toBytes(value)));
const toBytes = (value: bigint) => {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
};
const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

async function rootOf(entries: readonly (readonly [Buffer, Buffer])[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [key, value] of entries) await trie.put(keccak256(key), value);
  return bufferToHex(Buffer.from(trie.root()));
}

async function encodeAccount({ nonce, balance, code, slots }: Account): Promise<Buffer> {
  const stored = [...slots].filter(([, value]) => value !== 0n);
  const storage = await rootOf(
    stored.map(([slot, value]) => [word(slot), hexToBuffer(toRlp(integer(value)))]),
  );
  return hexToBuffer(toRlp([integer(nonce), integer(balance), storage, bufferToHex(keccak256(code))]));
}

async function stateRoot(state: ReadonlyMap<string, Account>): Promise<Hex> {
  const present = [...state].filter(
    ([, { nonce, balance, code }]) => nonce !== 0n || balance !== 0n || code.length > 0,
  );
  return rootOf(
    await Promise.all(
      present.map(async ([address, one]) => [hexToBuffer(address), await encodeAccount(one)] as const),
    ),
  );
}

function openGenesis(): Map<string, Account> {
  const { pre } = genesis.parse(AMSTERDAM.genesis);
  const state = new Map<string, Account>();
  for (const [address, code] of Object.entries(pre.system))
    state.set(address, { nonce: 1n, balance: 0n, code: hexToBuffer(code), slots: new Map() });
  for (const [address, balance] of Object.entries(pre.funded))
    state.set(address, { nonce: 0n, balance: BigInt(balance), code: Buffer.alloc(0), slots: new Map() });
  return state;
}

test('the values of the lists, transaction by transaction, make the state whose root the generator put in each header', async () => {
  const state = openGenesis();
  let [transactions, values] = [0, 0];
  for (const { block, accessListRlp, receipts } of AMSTERDAM.blocks) {
    const list = decodeAccessList(hexToBuffer(accessListRlp));
    transactions += receipts.length;
    for (let index = 0; index <= receipts.length + 1; index += 1)
      for (const { address, balance, nonce, code, slots } of listChangesAt(list, index)) {
        const key = bufferToHex(address);
        const empty = { nonce: 0n, balance: 0n, code: Buffer.alloc(0), slots: new Map<bigint, bigint>() };
        const account = state.get(key) ?? empty;
        for (const [change, before] of [
          [balance, account.balance],
          [nonce, account.nonce],
          ...slots.map((slot) => [slot, account.slots.get(slot.slot) ?? 0n] as const),
        ] as const)
          if (change?.before !== undefined) expect(change.before).toBe(before);
        if (balance) account.balance = balance.after;
        if (nonce) account.nonce = nonce.after;
        if (code) account.code = code.after;
        for (const { slot, after } of slots) account.slots.set(slot, after);
        state.set(key, account);
        values += [balance, nonce, code].filter((change) => change !== undefined).length + slots.length;
      }
    expect(await stateRoot(state), String(block.number)).toBe(block.stateRoot);
  }
  expect({ blocks: AMSTERDAM.blocks.length, transactions, values }).toEqual({
    blocks: 10,
    transactions: 36,
    values: 212,
  });
});
