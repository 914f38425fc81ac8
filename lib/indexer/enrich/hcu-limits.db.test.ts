import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { createContractCooldown } from './contract-cooldown';
import { readWiring } from './hcu-limits';

const EXECUTOR = Buffer.alloc(20, 0xee);

test('an executor that lacks a contract is not asked again until it has other code', async () => {
  const db = await provideChain(1);
  await db.sql`insert into ${db.schema}.fhe_deployments (executor, position, name) values (${EXECUTOR}, 0, 'Main')`;
  await db.sql`
    insert into ${db.schema}.addresses (address, is_contract, first_seen_block) values (${EXECUTOR}, true, 1)`;
  let asked = 0;
  const rpc = createFakeRpc(async () => {
    asked += 1;
    return '0x';
  });
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'test', level: 'silent' }) });
  const countAsked = async () => {
    const before = asked;
    await readWiring({ rpc, db, cooldown });
    return asked - before;
  };
  const first = await countAsked();
  expect(first).toBeGreaterThan(0);
  expect(await countAsked()).toBe(0);
  await db.sql`update ${db.schema}.addresses set implementation = ${EXECUTOR}`;
  expect(await countAsked()).toBe(first);
});

test('an ACL is asked for its bridge also where all else is known, and again when it has other code', async () => {
  const db = await provideChain(1);
  const [acl, bridge] = [Buffer.alloc(20, 0xac), Buffer.alloc(20, 0xb1)];
  await db.sql`
    insert into ${db.schema}.fhe_deployments (executor, position, name, acl, hcu_limit, input_verifier)
    values (${EXECUTOR}, 0, 'Main', ${acl}, ${EXECUTOR}, ${EXECUTOR})`;
  await db.sql`
    insert into ${db.schema}.addresses (address, is_contract, first_seen_block) values (${acl}, true, 1)`;
  let answer = '0x';
  const rpc = createFakeRpc(async () => answer);
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'test', level: 'silent' }) });
  const readBridge = async () => {
    await readWiring({ rpc, db, cooldown });
    const [row] = await db.sql<{ bridge: Buffer | null }[]>`select bridge from ${db.schema}.fhe_deployments`;
    return row?.bridge ?? null;
  };
  expect(await readBridge()).toBeNull();
  answer = `0x${'00'.repeat(12)}${bridge.toString('hex')}`;
  expect(await readBridge()).toBeNull();
  await db.sql`update ${db.schema}.addresses set implementation = ${EXECUTOR}`;
  expect(await readBridge()).toEqual(bridge);
});
