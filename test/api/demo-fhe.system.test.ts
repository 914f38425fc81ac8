import { expect, test } from 'vitest';
import { getBlock } from '@/lib/endpoints/block';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { listTransactionLogs } from '@/lib/endpoints/log';
import { getTransaction } from '@/lib/endpoints/transaction';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';

/** The demo chain after its host contracts were upgraded. */
const demo = await provideDemoApi();

const ask = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${TEST_KEY}` };
  return (await demo.api.request(`/${TEST_CHAIN_ID}/api/v2/${path}`, { headers })).body;
};
const hashOf = (name: string) => {
  const hash = demo.chain.history.transactions[name];
  if (hash === undefined) throw new Error(name);
  return hash;
};
const readTransaction = async (name: string) =>
  getTransaction.response.parse(await ask(`transactions/${hashOf(name)}`));

/** What a block says of the deployment, where anything was computed in it. */
async function readUsage(height: number) {
  const { fhe_deployments } = getBlock.response.parse(await ask(`blocks/${height}`));
  return fhe_deployments?.[0];
}

async function heightOf(name: string): Promise<number> {
  const { block_number } = await readTransaction(name);
  if (block_number === null) throw new Error(name);
  return block_number;
}

test('a block has the limits of its own time: constants, what an upgrade stored, what governance changed', async () => {
  const changed = await heightOf('block cap lowered');
  const raised = await heightOf('depth limit raised');
  const limitsAt = async (height: number) => {
    const { limits } = (await readUsage(height)) ?? {};
    return [limits?.per_transaction, limits?.depth_per_transaction, limits?.per_block, limits?.version];
  };
  const names = ['confidential transfer', 'sums of Uint64', 'block filled', 'chain below the raised depth'];
  const [genuine, upgraded, lowered, higher] = await Promise.all(
    names.map(async (name) => limitsAt(await heightOf(name))),
  );
  expect(genuine).toEqual([20_000_000, 5_000_000, null, expect.stringMatching(/^HCULimit v0\.1/)]);
  expect(upgraded).toEqual([20_000_000, 5_000_000, null, 'HCULimit v0.4.0']);
  expect(lowered).toEqual([8_000_000, 4_000_000, 10_000_000, 'HCULimit v0.4.0']);
  expect(higher).toEqual([20_000_000, 5_000_000, 40_000_000, 'HCULimit v0.4.0']);
  expect((await readUsage(await heightOf('block filled')))?.limits.since_block).toBe(changed);
  expect(await heightOf('chain below the raised depth')).toBe(raised + 1);
});

test('a host contract that refuses behind its proxy is named by its function, with the proxy', async () => {
  const { ACL, HCULimit } = demo.chain.history.contracts;
  const told = async (name: string) => (await readTransaction(name)).failure?.call;
  for (const [name, method, proxy] of [
    ['delegation to oneself', 'delegateForUserDecryption', ACL],
    ['beyond the lowered limit', 'checkHCUForFheMul', HCULimit],
  ]) {
    const call = await told(name ?? '');
    expect([call?.method, call?.proxy?.hash]).toEqual([method, proxy]);
    expect(call?.to?.hash).not.toBe(proxy);
  }
});

test('a refusal is told by its limit, and a full block by who filled it', async () => {
  const told = async (name: string) => (await readTransaction(name)).failure;
  const app = demo.chain.history.contracts.OperatorBench;
  expect(await told('beyond the cap of the block')).toMatchObject({
    code: 'fhe_block_full',
    params: { cap: 10_000_000, caller: `OperatorBench (${app})` },
  });
  expect(await told('chain beyond the lowered depth')).toMatchObject({
    code: 'fhe_depth_exceeded',
    params: { limit: 4_000_000 },
  });
  expect(await told('beyond the lowered limit')).toMatchObject({
    code: 'fhe_transaction_exceeded',
    params: { limit: 8_000_000 },
  });
  expect((await told('limit set by a stranger'))?.code).toBe('fhe_not_host_owner');
  expect((await told('grant of a denied app'))?.code).toBe('fhe_sender_denied');
  expect((await told('auction: proof of a stranger'))?.code).toBe('fhe_decryption_signatures');
});

test('an exempt app does not count against the cap of its block', async () => {
  const usage = await readUsage(await heightOf('exempt of the cap, 4'));
  expect(usage).toMatchObject({ metered_hcu: 0, is_whitelist_complete: true });
  expect(usage?.total_hcu).toBeGreaterThan(10_000_000);
});

test('the newer operators are listed with their operands', async () => {
  const operationsOf = async (name: string) =>
    listTransactionFheOperations.response.parse(await ask(`transactions/${hashOf(name)}/fhe-operations`))
      .items;
  const [sum] = await operationsOf('payroll: summed up');
  expect(sum).toMatchObject({ operation: 'FheSum', fhe_type: 'Uint64', hcu_cost: 139_000 });
  expect(sum?.inputs.values).toHaveLength(3);
  const used = await Promise.all(['council: vote 5', 'swap'].map(operationsOf));
  expect(used.map((items) => items.map(({ operation }) => operation))).toEqual([
    expect.arrayContaining(['FheIsIn']),
    expect.arrayContaining(['FheMulDiv']),
  ]);
});

test('what the host contracts log is told in a sentence', async () => {
  const said = async (name: string) =>
    listTransactionLogs.response
      .parse(await ask(`transactions/${hashOf(name)}/logs`))
      .items.map(({ explanation }) => explanation?.code);
  expect(await said('delegation for all contracts')).toEqual(['fhe_did_delegate']);
  expect(await said('delegation revoked')).toEqual(['fhe_did_revoke']);
  expect(await said('signatures invalidated')).toEqual(['fhe_did_invalidate']);
  expect(await said('app denied')).toEqual(['fhe_did_deny']);
  expect(await said('ACL paused')).toEqual(['fhe_did_pause']);
});
