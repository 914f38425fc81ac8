import { expect, test } from 'vitest';
import { word } from '@/test/support/evm-logs';
import { address } from '@/test/support/rows';
import { findDeployment } from './find-deployment';

const host = (name: string, seed: number) => ({
  ...{ name, position: seed, source: 'published', executor: address(seed), acl: address(seed + 1) },
  ...{ hcu_limit: null, kms_verifier: null, input_verifier: null, protocol_config: null },
  bridge: address(seed + 2),
});
const MAIN = host('Main', 10);
const OTHER = host('Other', 20);
const HANDLE = word(7);
const TWIN = word(8);
const bridged = (kind: string, ...words: Buffer[]) => [
  { kind, address: OTHER.bridge, data: Buffer.concat(words) },
];
const find = (logs: Parameters<typeof findDeployment>[2]['logs'], executor?: Buffer) =>
  findDeployment([MAIN, OTHER], HANDLE, { executor, logs })?.name;

test('the deployment of a handle is that of its executor, whatever else logged it', () => {
  expect(find(bridged('BridgeHandle', HANDLE), MAIN.executor)).toBe('Main');
  expect(find(bridged('BridgeHandle', HANDLE), address(99))).toBeUndefined();
});

test('without an executor it is that of the bridge or ACL, but not of a handle that is of another chain', () => {
  expect(find(bridged('BridgeHandle', HANDLE))).toBe('Other');
  expect(find(bridged('HandleBridged', TWIN, HANDLE))).toBe('Other');
  expect(find(bridged('HandleBridged', HANDLE, TWIN))).toBeUndefined();
  expect(find([{ kind: 'Allowed', address: MAIN.acl }])).toBe('Main');
  expect(find([{ kind: 'ConfidentialTransfer', address: MAIN.acl }])).toBeUndefined();
});

test('it is not known where several could be meant', () => {
  expect(find([{ kind: 'Allowed', address: MAIN.acl }, ...bridged('BridgeHandle', HANDLE)])).toBeUndefined();
});
