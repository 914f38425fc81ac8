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
