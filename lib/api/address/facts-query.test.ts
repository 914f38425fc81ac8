import { expect, test } from 'vitest';
import { type AddressFacts, joinContracts, joinFacts } from './facts-query';

const NONE: AddressFacts = {
  ...{ accounts: null, tokens: null, interfaces: null, labels: null, ens_names: null, pools: null },
};
const bytes = (text: string) => Buffer.from(text);
const inJson = (text: string) => `\\x${bytes(text).toString('hex')}`;

const account = (address: string, rest: object = {}) => ({
  ...{ address: inJson(address), is_contract: true, is_fhe: null, proxy_type: null, implementations: null },
  ...{ is_requested: true, twin: null, twin_name: null, twin_abi_hash: null },
  ...rest,
});
const told = (address: string, name: string, is_verified: boolean) => ({
  address: inJson(address),
  name: inJson(name),
  is_verified,
  is_built: false,
  abi_hash: inJson(`abi of ${name}`),
});

test('a contract is called by its verified name, else as a token, else by the operator or an artifact, else as its twin', () => {
  const twin = { twin: inJson('other'), twin_name: inJson('Twin'), twin_abi_hash: inJson('abi') };
  const rows = joinFacts({
    ...NONE,
    accounts: ['verified', 'token', 'named', 'copy', 'built', 'box'].map((address) => account(address, twin)),
    tokens: ['verified', 'token', 'built'].map((address) => ({
      address: inJson(address),
      name: inJson('Token'),
    })),
    interfaces: [
      told('verified', 'Verified', true),
      told('token', 'A', false),
      told('named', 'Named', false),
      { ...told('built', 'MockToken', true), is_built: true },
      { ...told('box', 'Box', true), is_built: true },
    ],
  });
  expect(rows.map(({ name, is_verified }) => [String(name), is_verified])).toEqual([
    ['Verified', true],
    ['Token', false],
    ['Named', false],
    ['Twin', false],
    ['Token', true],
    ['Box', true],
  ]);
  expect(rows[2]?.abi_owner).toEqual(bytes('named'));
  expect(rows[3]).toMatchObject({ abi_owner: bytes('other'), abi_hash: bytes('abi') });
});

test('an implementation is told of, and is no row of its own', () => {
  const rows = joinFacts({
    ...NONE,
    accounts: [
      account('proxy', { implementations: [inJson('code'), inJson('other')], proxy_type: 'eip2535' }),
      account('code', { is_requested: false }),
    ],
    interfaces: [told('code', 'Code', true)],
  });
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ address: bytes('proxy'), name: null },
      implementations: [
        expect.objectContaining({ address: bytes('code'), name: bytes('Code'), is_verified: true }),
        expect.objectContaining({ address: bytes('other'), name: null, is_verified: false }),
      ],
    }),
  ]);
});

test('an implementation is called by its label, so that a proxy of a Safe is one', () => {
  const [row] = joinFacts({
    ...NONE,
    accounts: [account('proxy', { implementations: [inJson('code')], proxy_type: 'eip1167' })],
    interfaces: [told('code', 'GnosisSafe', true)],
    labels: [
      {
        address: inJson('code'),
        label: inJson('Safe: Safe 1.3.0'),
        label_tags: [],
        label_url: null,
        label_source: 'x',
      },
    ],
  });
  expect([String(row?.implementations[0]?.name), row?.name]).toEqual(['Safe: Safe 1.3.0', null]);
});

test('plain accounts are left out, named ones are not', () => {
  const plain = { is_contract: false };
  const facts: AddressFacts = {
    ...NONE,
    accounts: [inJson('plain'), inJson('ens'), account('token', plain)],
    tokens: [{ address: inJson('token'), name: null }],
    ens_names: [{ address: inJson('ens'), ens_name: 'a.eth' }],
  };
  expect(joinContracts(facts).map(({ address, ens_name }) => [String(address), ens_name])).toEqual([
    ['ens', 'a.eth'],
    ['token', null],
  ]);
  expect(joinFacts(facts)).toHaveLength(3);
});
