import { expect, test } from 'vitest';
import { ACCESS_TOPICS, readAccess } from './read-access';

const EXECUTOR = '0xe3a9105a3a932253A70F126eb1E3b589C643dD24';
const ACL = '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D';
const HOSTS = { chainId: '7', deployments: [{ name: 'Own', executor: EXECUTOR, acl: ACL }] };
const USER = `0x${'11'.repeat(20)}`;
const [INPUT, RESULT] = [`0x${'a1'.repeat(32)}`, `0x${'B2'.repeat(32)}`];

function log(emitter: string, topic: keyof typeof ACCESS_TOPICS, values: Record<string, string | string[]>) {
  return {
    index: 4,
    address: { hash: emitter },
    topics: [ACCESS_TOPICS[topic], null, null, null],
    decoded: {
      method_id: '',
      method_call: `${topic}()`,
      parameters: Object.entries(values).map(([name, value]) => ({ name, type: '', indexed: false, value })),
    },
  };
}

const LOGS = [
  log(EXECUTOR, 'VerifyInput', { userAddress: USER, result: INPUT }),
  log(ACL, 'Allowed', { account: USER, handle: RESULT }),
  log(ACL, 'Allowed', { account: USER, handle: RESULT }),
  log(ACL, 'AllowedForDecryption', { handlesList: [INPUT] }),
];

test('inputs, grants and open handles are read from the logs of the host contracts', () => {
  expect(readAccess(LOGS, HOSTS)).toEqual({
    inputs: new Map([[INPUT, { user: USER, logIndex: 4 }]]),
    allowed: new Map([[RESULT.toLowerCase(), [USER]]]),
    open: new Set([INPUT]),
    isGenuine: true,
  });
});

test('what another contract logs counts only where the host contracts are not known', () => {
  const forged = LOGS.map((one) => ({ ...one, address: { ...one.address, hash: USER } }));
  const published = readAccess(LOGS, { chainId: '31337', deployments: [] });
  expect([published.inputs.size, published.isGenuine]).toEqual([1, true]);
  const nothing = readAccess(forged, HOSTS);
  expect([nothing.inputs.size, nothing.allowed.size, nothing.open.size]).toEqual([0, 0, 0]);
  const unknown = readAccess(forged, { chainId: '7', deployments: [] });
  expect([unknown.inputs.size, unknown.allowed.size, unknown.open.size]).toEqual([1, 1, 1]);
  expect(unknown.isGenuine).toBe(false);
});
