import { expect, test } from 'vitest';
import { z } from 'zod';
import { logsPage } from '@/lib/endpoints/log';
import { getTransactionOverview } from '@/lib/endpoints/transaction-overview';
import { APPROVAL_LOG_TOPICS, readApprovals } from '@/lib/evm/read-approvals';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';

/** Each kind of what an overview tells. */
const NAMES = [
  ...[
    'ERC-20 transfer',
    'ERC-20 approval',
    'ERC-20 approval taken back',
    'ERC-721 approval',
    'approval for all',
  ],
  ...['confidential operator', 'contract creation', 'revert with a custom error', 'swap after its deadline'],
  ...['airdrop of 48 transfers', 'FHE medley', 'token medley', 'sponsored delegation'],
];
const demo = await provideDemoApi();

async function get(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${TEST_KEY}` };
  const { status, body } = await demo.api.request(`/${TEST_CHAIN_ID}/api/v2${path}`, { headers });
  expect([path, status]).toEqual([path, 200]);
  return body;
}

test('the overview of a transaction is what the operations of its parts answer', async () => {
  const totals = z.object({ operation_count: z.number(), total_hcu: z.number(), max_depth_hcu: z.number() });
  const status = z.object({
    block_number: z.number(),
    position: z.number(),
    status: z.string(),
    confirmations: z.number(),
    is_pending_update: z.boolean(),
  });
  const approvals = new Set<string>();
  let operations = 0;
  let named = 0;
  let delegations = 0;
  for (const name of NAMES) {
    const hash = demo.chain.history.transactions[name];
    const path = `/transactions/${hash}`;
    const body = await get(`${path}/overview`);
    const overview = getTransactionOverview.response.parse(body);
    const transaction = await get(path);
    expect(body).toMatchObject({
      transaction,
      neighbors: await get(`${path}/neighbors`),
      net_changes: await get(`${path}/net-changes`),
    });
    expect(await get(`/blocks/${overview.transaction.block_number}`)).toMatchObject(overview.block ?? {});
    const fhe = totals.parse(await get(`${path}/fhe-operations`));
    if (fhe.operation_count === 0) expect(overview.fhe).toBeNull();
    else expect(overview.fhe).toMatchObject(fhe);
    const logs = logsPage.parse(await get(`${path}/logs?topic=${APPROVAL_LOG_TOPICS.join(',')}`));
    expect(overview.approvals).toEqual(readApprovals(logs.items));
    expect(overview.approvals_overflow).toBe(false);
    for (const address of overview.addresses)
      expect(await get(`/addresses/${address.hash}`)).toMatchObject(address);
    for (const token of overview.tokens)
      expect(await get(`/tokens/${token.address_hash}`)).toMatchObject(token);
    expect(await get(`${path}/status`)).toEqual(status.parse(transaction));
    const hashes = overview.addresses.map(({ hash: account }) => account);
    for (const { authority, address_hash: code } of overview.transaction.authorization_list) {
      expect(hashes).toEqual(expect.arrayContaining([authority, code]));
      delegations += 1;
    }
    for (const { kind } of overview.approvals) approvals.add(kind);
    operations += fhe.operation_count;
    named += overview.tokens.length;
  }
  expect([...approvals].sort()).toEqual(['all', 'amount', 'nft']);
  expect(operations).toBeGreaterThan(0);
  expect(named).toBeGreaterThan(0);
  expect(delegations).toBeGreaterThan(0);
});
