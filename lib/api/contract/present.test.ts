import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import {
  accountRow,
  address,
  byAddress,
  INVALID_UTF8,
  implementationRow,
  NO_ACCOUNTS,
} from '@/test/support/rows';
import type { LoadedContract } from './loader';
import { presentContract } from './present';
import type { ContractRow } from './query';

const ROW = {
  source: null,
  name: null,
  abi: null,
  is_exact: null,
  verified_at: null,
  language: null,
  compiler_version: null,
  file_path: null,
  compiler_settings: null,
  sources: null,
  verified_via: null,
  constructor_arguments: null,
  libraries: null,
  storage_layout: null,
  artifact: null,
  creation_input: null,
  creation_status: null,
  destruction: null,
  code_hash: null,
  current_hash: null,
};
const UNKNOWN = {
  is_verified: false,
  is_fully_verified: false,
  is_partially_verified: false,
  is_verified_via_sourcify: false,
  is_verified_via_eth_bytecode_db: false,
  is_verified_via_verifier_alliance: false,
  is_changed_bytecode: null,
  is_blueprint: null,
  certified: false,
  license_type: null,
  verified_twin_address_hash: null,
  sourcify_repo_url: null,
  can_be_visualized_via_sol2uml: false,
  interface_source: null,
  abi: null,
  language: null,
  compiler_version: null,
  compiler_settings: null,
  evm_version: null,
  optimization_enabled: null,
  optimization_runs: null,
  file_path: null,
  source_code: null,
  additional_sources: [],
  external_libraries: [],
  has_constructor_args: null,
  constructor_args: null,
  decoded_constructor_args: null,
  storage_layout: null,
  verified_at: null,
  proxy_type: null,
  implementations: [],
  conflicting_implementations: null,
  creation_bytecode: null,
  deployed_bytecode: null,
  creation_status: null,
  reputation: 'ok',
};
/** A contract of which only the code may be known. */
const BARE = {
  is_blueprint: null,
  proxy_type: null,
  implementations: [],
  conflicting_implementations: null,
  creation_bytecode: null,
  deployed_bytecode: null,
  creation_status: null,
};
const mention = presentAddress(address(0x11), NO_ACCOUNTS);
/** As it is read, without former sources. */
const load = (row: ContractRow, twin?: Buffer): LoadedContract => ({
  row,
  twin,
  former: [],
  code: undefined,
  isChanged: null,
});
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

test('a contract without source or ABI has no name, as upstream', () => {
  expect(presentContract(load(ROW), { mention, code: undefined })).toEqual(BARE);
  const unnamed = presentContract(load({ ...ROW, source: 'operator' }), { mention, code: undefined });
  expect(unnamed).toEqual({ ...UNKNOWN, interface_source: 'operator' });
  expect(unnamed).not.toHaveProperty('name');
});

test('what artifacts tell says so, with all sources as verified and without as a name and an ABI', () => {
  const built = { ...ROW, name: Buffer.from('Box'), artifact: Buffer.alloc(32), is_exact: true };
  const verified = { ...built, source: 'verified', verified_via: 'artifacts' } as const;
  expect(presentContract(load(verified), { mention, code: undefined })).toMatchObject({
    name: 'Box',
    interface_source: 'artifacts',
    is_verified: true,
    is_fully_verified: true,
    is_verified_via_sourcify: false,
  });
  expect(presentContract(load({ ...built, source: 'operator' }), { mention, code: undefined })).toMatchObject(
    {
      name: 'Box',
      interface_source: 'artifacts',
      is_verified: false,
    },
  );
});

test('no code is not the same as code that nobody told; a blueprint begins with fe71', () => {
  const shownWith = (code: Buffer) => presentContract(load(ROW), { mention, code });
  expect(shownWith(Buffer.alloc(0))).toEqual({ ...BARE, is_blueprint: false, deployed_bytecode: '0x' });
  expect(shownWith(Buffer.from('fe7100', 'hex'))).toEqual({
    ...BARE,
    is_blueprint: true,
    deployed_bytecode: '0xfe7100',
  });
});

test('a verified contract: its own file first, the others by their paths', () => {
  const settings = { evmVersion: 'paris', optimizer: { enabled: false, runs: 0 } };
  const abi = [{ type: 'fallback' }];
  const row = {
    ...ROW,
    source: 'verified' as const,
    verified_via: 'sourcify' as const,
    name: Buffer.from('Vault'),
    abi: json([...abi, 'nonsense']),
    is_exact: true,
    verified_at: 0,
    language: Buffer.from('Solidity'),
    compiler_version: Buffer.from('0.8.24'),
    file_path: Buffer.from('src/Vault.sol'),
    compiler_settings: json(settings),
    sources: json({ 'src/b.sol': 'b', 'src/Vault.sol': 'vault', 'src/a.sol': 'a', 'src/none.sol': 7 }),
  };
  const shown = {
    ...UNKNOWN,
    name: 'Vault',
    is_verified: true,
    is_fully_verified: true,
    is_verified_via_sourcify: true,
    interface_source: 'verified',
    abi,
    language: 'solidity',
    compiler_version: '0.8.24',
    compiler_settings: settings,
    evm_version: 'paris',
    optimization_enabled: false,
    optimization_runs: 0,
    file_path: 'src/Vault.sol',
    source_code: 'vault',
    additional_sources: [
      { file_path: 'src/a.sol', source_code: 'a' },
      { file_path: 'src/b.sol', source_code: 'b' },
    ],
    verified_at: '1970-01-01T00:00:00.000000Z',
  };
  expect(presentContract(load(row), { mention, code: undefined })).toEqual(shown);
  expect(presentContract(load({ ...row, is_exact: false }), { mention, code: undefined })).toEqual({
    ...shown,
    is_fully_verified: false,
    is_partially_verified: true,
  });
});

test('sources that were compiled here, and a contract that shares them', () => {
  const library = `0x${'ab'.repeat(20)}`;
  const row = {
    ...ROW,
    source: 'verified' as const,
    verified_via: 'compiler' as const,
    is_exact: true,
    constructor_arguments: Buffer.from('07', 'hex'),
    libraries: json({ 'src/a.sol:Ballast': library, Odd: 'nowhere' }),
  };
  const known = { mention, code: undefined };
  expect(presentContract(load(row), known)).toMatchObject({
    is_verified: true,
    is_fully_verified: true,
    is_verified_via_sourcify: false,
    has_constructor_args: true,
    constructor_args: '0x07',
    verified_twin_address_hash: null,
    external_libraries: [{ name: 'Ballast', address_hash: expect.stringMatching(new RegExp(library, 'i')) }],
  });
  expect(presentContract(load({ ...row, constructor_arguments: Buffer.alloc(0) }), known)).toMatchObject({
    has_constructor_args: false,
    constructor_args: null,
  });
  const shared = { ...row, constructor_arguments: null };
  expect(presentContract(load(shared, address(0x12)), known)).toMatchObject({
    is_verified: false,
    is_fully_verified: false,
    is_partially_verified: false,
    has_constructor_args: null,
    verified_twin_address_hash: '0x0000001200000000000000000000000000000000',
  });
});

test('what is stored but is no JSON, or other JSON, is nothing', () => {
  const given = { ...ROW, source: 'operator' as const };
  const broken = { ...given, abi: INVALID_UTF8, compiler_settings: json([]), sources: json('text') };
  expect(presentContract(load(broken), { mention, code: undefined })).toEqual({
    ...UNKNOWN,
    interface_source: 'operator',
  });
  const odd = {
    ...given,
    abi: json([]),
    compiler_settings: json({ optimizer: { enabled: 'yes', runs: 1.5 } }),
  };
  expect(presentContract(load(odd), { mention, code: undefined })).toEqual({
    ...UNKNOWN,
    interface_source: 'operator',
    compiler_settings: { optimizer: { enabled: 'yes', runs: 1.5 } },
  });
});

test('a creation that failed, and a proxy', () => {
  const row = { ...ROW, creation_input: Buffer.alloc(0), creation_status: 0 };
  const account = accountRow({
    is_contract: true,
    proxy_type: 'eip1167',
    implementations: [implementationRow(address(0x12))],
  });
  const proxy = presentAddress(account.address, byAddress(account));
  expect(presentContract(load(row), { mention: proxy, code: undefined })).toEqual({
    ...BARE,
    proxy_type: 'eip1167',
    implementations: proxy.implementations,
    creation_bytecode: '0x',
    creation_status: 'failed',
  });
  expect(
    presentContract(load({ ...row, creation_status: 1 }), { mention, code: undefined }).creation_status,
  ).toBe('success');
});
