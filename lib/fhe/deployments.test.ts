import { expect, test } from 'vitest';
import { nameHosts } from './deployments';

test('the known contracts of a deployment have their names, the executor first; unknown ones are left out', () => {
  const hosts = nameHosts({
    ...{ bridge: '0x7', input_verifier: '0x5', protocol_config: null, kms_verifier: '0x4' },
    ...{ hcu_limit: '0x3', acl: '0x2', executor: '0x1' },
  });
  expect(hosts.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
    'Executor 0x1',
    'ACL 0x2',
    'HCULimit 0x3',
    'KMSVerifier 0x4',
    'InputVerifier 0x5',
    'ConfidentialBridge 0x7',
  ]);
});
