import { expect, test } from 'vitest';
import { contract as contractSchema } from '@/lib/endpoints/contract';
import {
  presentJob,
  presentMatch,
  presentSourcifyContract,
  readMatchId,
  selectFields,
} from './sourcify-present';

const address = Buffer.alloc(20, 0x11);
const HASH = '0x1111111111111111111111111111111111111111';
const job = { chainId: 7, address: HASH, startedAt: new Date(1_000), endedAt: null };

test('a match has the address as its number, which is read again', () => {
  const match = presentMatch({ chainId: 7, address, verified: { isExact: false, at: 0 } });
  expect(match).toMatchObject({ match: 'match', chainId: '7', verifiedAt: '1970-01-01T00:00:00Z' });
  expect(readMatchId(match.matchId ?? '')).toEqual(address);
  for (const text of ['', 'x', '-1', '9'.repeat(49), '9'.repeat(500)])
    expect(readMatchId(text)).toBeUndefined();
  expect(presentMatch({ chainId: 7, address, verified: { isExact: true, at: null } })).toMatchObject({
    match: 'exact_match',
  });
});

test('a job that waits or runs is not completed', () => {
  for (const progress of [
    { ...job, state: 'waiting', ahead: 1 } as const,
    { ...job, state: 'running' } as const,
  ])
    expect(presentJob('id', progress)).toEqual({
      isJobCompleted: false,
      verificationId: 'id',
      jobStartTime: '1970-01-01T00:00:01Z',
      contract: { match: null, creationMatch: null, runtimeMatch: null, chainId: '7', address: HASH },
    });
});

test('a contract of which little is known has every field', () => {
  const contract = contractSchema.parse({
    abi: [
      { type: 'function', name: 'hold', inputs: [{ type: 'uint256' }], outputs: [], stateMutability: 'view' },
      { type: 'event', name: 'odd name', inputs: [] },
      { type: 'fallback' },
    ],
    implementations: [{ address_hash: HASH, name: null }],
    proxy_type: 'eip1167',
  });
  const match = presentMatch({ chainId: 7, address, verified: { isExact: true, at: null } });
  const known = { contract, match, creationCode: null, language: null, deployment: undefined };
  const whole = presentSourcifyContract(known);
  expect(whole).toMatchObject({
    verifiedAt: null,
    sources: {},
    signatures: { function: [{ signature: 'hold(uint256)' }], event: [], error: [] },
    deployment: { transactionHash: null, deployer: null },
    compilation: { fullyQualifiedName: null },
    proxyResolution: { isProxy: true, proxyType: 'EIP1167Proxy', implementations: [{ address: HASH }] },
  });
  expect(selectFields(whole, {})).toEqual({ ...match, verifiedAt: null });
  expect(selectFields(whole, { fields: 'abi' })).toHaveProperty('abi');
  for (const fields of ['__proto__', 'constructor', 'abi.length', 'compilation.', 'compilation.constructor'])
    expect(selectFields(whole, { fields })).toEqual(`Field selector ${fields} is not a valid field`);
});
