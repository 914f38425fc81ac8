import { z } from 'zod';
import { AMSTERDAM } from './amsterdam-chain';

const genesis = z.object({
  pre: z.object({ system: z.record(z.string(), z.string()), funded: z.record(z.string(), z.string()) }),
});
const indexed = z.object({ index: z.string().transform(Number), value: z.string() });
const account = z.object({
  address: z.string(),
  balanceChanges: z.array(indexed),
  nonceChanges: z.array(indexed),
  codeChanges: z.array(z.object({ index: z.string().transform(Number), code: z.string() })),
  storageChanges: z.array(z.object({ key: z.string(), changes: z.array(indexed) })),
});

/** A value of the state: `what` is `balance`, `nonce`, `code`, or a slot as a word. */
export type StateKey = Readonly<{ address: string; what: string }>;
/** A value that an index of a block changed; balances and nonces are decimal, the rest is hex. */
type StateValue = StateKey & Readonly<{ height: number; index: number; value: string }>;

const decimal = (quantity: string) => String(BigInt(quantity));

/** All changes of the recorded chain after Amsterdam in their order, read from its JSON and from nothing else. */
export const STATE_CHANGES: readonly StateValue[] = AMSTERDAM.blocks
  .flatMap(({ accessList }, at) =>
    z
      .array(account)
      .parse(accessList)
      .flatMap((one) => {
        const { address } = one;
        const key = (what: string, height = at + 1) => ({ address, what, height });
        return [
          ...one.balanceChanges.map(({ index, value }) => ({
            ...key('balance'),
            index,
            value: decimal(value),
          })),
          ...one.nonceChanges.map(({ index, value }) => ({ ...key('nonce'), index, value: decimal(value) })),
          ...one.codeChanges.map(({ index, code }) => ({ ...key('code'), index, value: code })),
          ...one.storageChanges.flatMap((slot) =>
            slot.changes.map((change) => ({ ...key(slot.key), ...change })),
          ),
        ];
      }),
  )
  .sort((one, other) => one.height - other.height || one.index - other.index);

const { pre } = genesis.parse(AMSTERDAM.genesis);
const NOTHING = { balance: '0', nonce: '0', code: '0x' };
const WORD = `0x${'0'.repeat(64)}`;

/** The value before an index of a block; at index 0 it is that of the parent. */
export function stateBefore({ address, what }: StateKey, height: number, index = 0): string {
  const last = STATE_CHANGES.findLast(
    (change) =>
      change.address === address &&
      change.what === what &&
      (change.height < height || (change.height === height && change.index < index)),
  );
  if (last) return last.value;
  if (what === 'balance') return decimal(pre.funded[address] ?? '0x0');
  if (what === 'code') return pre.system[address] ?? NOTHING.code;
  return what === 'nonce' ? NOTHING.nonce : WORD;
}
