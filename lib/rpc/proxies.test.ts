import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { fetchDeployed } from './proxies';
import { RpcError } from './rpc-error';

const at = (byte: number) => Buffer.alloc(20, byte);
const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}` as const;
const word = (bytes: Buffer) => `0x${bytes.toString('hex').padStart(64, '0')}`;
const [PROXY, TARGET, OTHER, NOTHING] = [at(1), at(2), at(3), at(4)];
/** Mentions implementation(), masterCopy() and delegates. */
const CODE = '0x635c60da1b5063a619486e50f4';
const IMPLEMENTATION = '0x5c60da1b';
const MASTER_COPY = '0xa619486e';
const FACETS = '0x7a0ed627';

const SELECTOR = Buffer.from('00000009', 'hex');

type Node = Readonly<{
  /** What calls of the proxy return, by selector; others revert. */
  answers?: Readonly<Record<string, string>>;
  /** To which contract the proxy delegates a call, by selector or for all. */
  delegates?: Readonly<Record<string, Buffer>>;
  hasNoOverrides?: boolean;
  code?: string;
}>;

const read = (
  { answers = {}, delegates = {}, hasNoOverrides = false, code = CODE }: Node,
  targets: Buffer[] = [],
  current = 1,
) =>
  fetchDeployed(
    createFakeRpc(async (method, params) => {
      const [target, , overrides] = params as [unknown, unknown, Record<string, unknown> | undefined];
      if (method === 'eth_getCode') return target === hex(NOTHING) ? '0x' : code;
      if (method === 'eth_getStorageAt') return word(Buffer.alloc(0));
      const { data = '' } = Object(target);
      if (overrides && hasNoOverrides)
        throw new RpcError(method, { code: -32602, message: 'too many arguments' });
      const delegate = delegates[data] ?? delegates.any;
      if (overrides && delegate && overrides[hex(delegate)]) return word(PROXY);
      if (overrides || answers[data] === undefined)
        throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0x' });
      return answers[data];
    }),
    { address: PROXY, height: 7, targets, selectors: targets.map(() => SELECTOR), current },
  ).then(({ proxy }) => proxy);
const facetsOf = (...facets: [Buffer, `0x${string}`[]][]) =>
  encodeAbiParameters(parseAbiParameters('(address target, bytes4[] selectors)[]'), [
    facets.map(([target, selectors]) => ({ target: hex(target), selectors })),
  ]);

test('what a contract says to be its implementation counts if it delegates to it', async () => {
  const answers = { [IMPLEMENTATION]: word(TARGET) };
  const found = { proxy_type: 'basic_implementation', implementations: [TARGET], beacon: null };
  expect(await read({ answers, delegates: { any: TARGET } })).toEqual(found);
  expect(await read({ answers, delegates: { any: OTHER } })).toBeNull();
  expect(await read({ answers })).toBeNull();
  expect(await read({ answers, hasNoOverrides: true })).toEqual(found);
  expect(await read({ answers }, [TARGET])).toEqual(found);
  expect(await read({ answers: { [IMPLEMENTATION]: word(PROXY) }, delegates: { any: PROXY } })).toBeNull();
  expect(
    await read({ answers: { [IMPLEMENTATION]: word(NOTHING) }, delegates: { any: NOTHING } }),
  ).toBeNull();
  const safe = { ...answers, [MASTER_COPY]: word(OTHER) };
  expect(await read({ answers: safe, delegates: { any: OTHER } })).toMatchObject({
    proxy_type: 'master_copy',
  });
  // PUSH4 0x530ca437, PUSH1 0xe1, SHL.
  const optimized = { answers: safe, delegates: { any: OTHER }, code: '0x63530ca43760e11b50f4' };
  expect(await read(optimized)).toMatchObject({ proxy_type: 'master_copy' });
});

test('a diamond has all facets with code', async () => {
  const answers = {
    [FACETS]: facetsOf([TARGET, ['0x00000001']], [OTHER, ['0x00000002']], [NOTHING, ['0x00000003']]),
  };
  const diamond = { proxy_type: 'eip2535', implementations: [TARGET, OTHER], beacon: null };
  expect(await read({ answers, delegates: { '0x00000001': TARGET } })).toEqual(diamond);
  expect(await read({ answers, delegates: { '0x00000001': OTHER } })).toBeNull();
  expect(await read({ answers: { [FACETS]: word(TARGET) } })).toBeNull();
  expect(await read({ answers: { [FACETS]: `${facetsOf()}${'ff'.repeat(64)}` } })).toBeNull();
});

test('a facet that is not listed counts as long as the diamond delegates to it', async () => {
  const answers = { [FACETS]: facetsOf([TARGET, ['0x00000001']]) };
  const implementationsAt = async (node: Node) => (await read(node, [OTHER, TARGET]))?.implementations;
  expect(await implementationsAt({ answers, delegates: { [hex(SELECTOR)]: OTHER } })).toEqual([
    TARGET,
    OTHER,
  ]);
  expect(await implementationsAt({ answers, delegates: { '0x00000001': TARGET } })).toEqual([TARGET]);
  expect(await implementationsAt({ answers, hasNoOverrides: true })).toEqual([TARGET, OTHER]);
});

test('what traces show is an implementation, the latest one or all that are used side by side', async () => {
  expect(await read({}, [OTHER, TARGET])).toEqual({
    proxy_type: 'unknown',
    implementations: [OTHER],
    beacon: null,
  });
  expect(await read({}, [OTHER, TARGET], 2)).toMatchObject({ implementations: [OTHER, TARGET] });
  expect(await read({})).toBeNull();
});
