import { expect, test } from 'vitest';
import { nameOfAddress } from './address-name';

const proxy = { name: null, ens_domain_name: null, implementation_name: 'Vault', proxy_type: 'eip1167' };

test('a proxy is called after its implementation, and marked, unless it has a name of its own', () => {
  expect(nameOfAddress(proxy)).toBe('Vault (proxy)');
  expect(nameOfAddress({ ...proxy, name: 'Gate' })).toBe('Gate');
  expect(nameOfAddress({ ...proxy, ens_domain_name: 'gate.eth' })).toBe('gate.eth');
  expect(nameOfAddress({ ...proxy, implementation_name: null })).toBeNull();
});

test('an account is not called after what it delegates to', () => {
  expect(nameOfAddress({ ...proxy, proxy_type: 'eip7702' })).toBeNull();
  expect(nameOfAddress({ name: null })).toBeNull();
});
