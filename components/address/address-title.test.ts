import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getAddress } from '@/lib/endpoints/address';
import { addressTitle } from './address-title';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const account = {
  ...getAddress.response.parse(examples.getAddress?.body),
  ...{ hash: `0x${'ab'.repeat(20)}`, token: null, name: null, ens_domain_name: null, proxy_type: null },
  ...{ is_contract: true, implementation_name: null, creation_status: null },
};

test('an address is called by its name, else by what it is and its digits', () => {
  expect(addressTitle(account)).toBe('Contract 0xababab…ababab');
  expect(addressTitle({ ...account, is_contract: false })).toBe('Address 0xababab…ababab');
  expect(addressTitle({ ...account, proxy_type: 'eip7702' })).toBe('Delegated account 0xababab…ababab');
  expect(addressTitle({ ...account, creation_status: 'selfdestructed' })).toMatch(/^Destroyed contract 0x/);
  expect(addressTitle({ ...account, name: 'Vault', proxy_type: 'eip7702' })).toBe('Vault');
  expect(addressTitle({ ...account, hash: `0x${'0'.repeat(40)}` })).toBe('Null address');
});
