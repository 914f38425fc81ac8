import { expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { isHeldById } from '@/lib/evm/token-standards';
import { createRpc } from '@/lib/rpc/client';
import { walkPages } from '../support/api-walk';
import { askBalance } from '../support/balance-chain';
import { provideDemoApi } from '../support/demo-api';

const demo = await provideDemoApi();
const { api, chain } = demo;
const anything = z.looseObject({});

const count = async (path: string) => (await walkPages(api, path, { item: anything })).flat().length;
const read = async (path: string): Promise<unknown> => {
  const answer = await api.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

test('the counters of the busiest addresses are the lengths of their lists', async () => {
  const counters = z.object({ transactions_count: z.string(), token_transfers_count: z.string() });
  const rows = await api.sql<{ address: Buffer; logs: number; holdings: number; nfts: number }[]>`
    select c.address,
      (select count(*) from ${api.db.schema}.logs where address = c.address) as logs,
      (select count(*) from ${api.db.schema}.token_holders
        join ${api.db.schema}.token_balance_checks using (token_address)
        join ${api.db.schema}.tokens t on t.address = token_address
        where holder = c.address and value > 0 and balances_by = 'transfers' and t.type <> 'ERC-1155')
      + (select count(*) from ${api.db.schema}.token_instance_holders
        join ${api.db.schema}.token_balance_checks using (token_address)
        join ${api.db.schema}.tokens t on t.address = token_address
        where holder = c.address and value > 0 and balances_by = 'transfers' and t.type = 'ERC-1155')
      + (select count(*) from ${api.db.schema}.token_balances where holder = c.address and value > 0) as holdings,
      (select count(*) from ${api.db.schema}.token_instance_holders
        where holder = c.address and value > 0) as nfts
    from ${api.db.schema}.address_counts c order by transactions + token_transfers desc, address limit 25`;
  expect(rows).toHaveLength(25);
  for (const { address, logs, holdings, nfts } of rows) {
    const path = `/api/v2/addresses/${bufferToAddress(address)}`;
    const counted = counters.parse(await read(`${path}/counters`));
    expect(await count(`${path}/transactions`)).toBe(Number(counted.transactions_count));
    const transfers = z.object({ block_number: z.int(), log_index: z.int() });
    const moved = (await walkPages(api, `${path}/token-transfers`, { item: transfers })).flat();
    const events = new Set(moved.map(({ block_number, log_index }) => `${block_number}/${log_index}`));
    expect(events.size).toBe(Number(counted.token_transfers_count));
    expect(await count(`${path}/logs`)).toBe(logs);
    expect(await count(`${path}/tokens`)).toBe(holdings);
    expect(await count(`${path}/nft`)).toBe(nfts);
    await read(path);
    const tabs = z.object({ token_balances_count: z.int() }).parse(await read(`${path}/tabs-counters`));
    expect(tabs.token_balances_count).toBe(Math.min(holdings, 51));
  }
});

test('every balance that is shown is what the contract answers at its height', async () => {
  const item = z.object({ address_hash: z.string(), type: z.string() });
  const tokens = (await walkPages(api, '/api/v2/tokens', { item })).flat();
  const holder = z.object({
    address: z.object({ hash: z.string() }),
    token_id: z.string().nullable(),
    value: z.string().nullable(),
    balance_block: z.number().nullable(),
  });
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  let compared = 0;
  const compare = async (token: string, path: string) => {
    for (const held of (await walkPages(api, path, { item: holder })).flat()) {
      if (held.value === null || held.balance_block === null) continue;
      const call = {
        token: hexToBuffer(token),
        holder: hexToBuffer(held.address.hash),
        tokenId: held.token_id,
      };
      const answer = await askBalance(rpc, call, held.balance_block);
      expect([path, held.address.hash, held.value]).toEqual([path, held.address.hash, String(answer)]);
      compared += 1;
    }
  };
  for (const { address_hash: token, type } of tokens) {
    const path = `/api/v2/tokens/${token}`;
    await compare(token, `${path}/holders`);
    if (isHeldById(type)) {
      const instances = await walkPages(api, `${path}/instances`, { item: z.object({ id: z.string() }) });
      for (const { id } of instances.flat()) await compare(token, `${path}/instances/${id}/holders`);
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test('every token tells as many transfers, holders and NFTs as it has', async () => {
  const item = z.object({ address_hash: z.string(), type: z.string(), holders_count: z.string().nullable() });
  const tokens = (await walkPages(api, '/api/v2/tokens', { item })).flat();
  expect(new Set(tokens.map(({ type }) => type)).size).toBe(5);
  const counted = tokens.filter(({ holders_count }) => holders_count !== null);
  expect(new Set(counted.map(({ type }) => type)).size).toBe(4);
  for (const { address_hash, type, holders_count } of tokens) {
    const path = `/api/v2/tokens/${address_hash}`;
    const counted = z.object({ transfers_count: z.string() }).parse(await read(`${path}/counters`));
    const transfers = z.object({ block_number: z.int(), log_index: z.int() });
    const moved = (await walkPages(api, `${path}/transfers`, { item: transfers })).flat();
    const events = new Set(moved.map(({ block_number, log_index }) => `${block_number}/${log_index}`));
    expect([address_hash, events.size]).toEqual([address_hash, Number(counted.transfers_count)]);
    if (type === 'ERC-7984') expect(holders_count).toBeNull();
    const holder = z.object({ address: z.object({ hash: z.string() }) });
    const holders = (await walkPages(api, `${path}/holders`, { item: holder })).flat();
    if (holders_count !== null)
      expect(new Set(holders.map(({ address }) => address.hash)).size).toBe(Number(holders_count));
    if (!isHeldById(type) && holders_count !== null) expect(holders).toHaveLength(Number(holders_count));
    await count(`${path}/instances`);
  }
});

test('NFTs drawn by their contract show their picture', async () => {
  const path = `/api/v2/tokens/${chain.history.contracts.Astrolabes}/instances`;
  const item = z.object({
    id: z.string(),
    image_url: z.string().nullable(),
    media_type: z.string().nullable(),
    owner: z.object({ hash: z.string() }),
  });
  const all = (await walkPages(api, path, { item })).flat();
  // A burnt one has no picture any more.
  const instances = all.filter(({ owner }) => owner.hash !== `0x${'0'.repeat(40)}`);
  expect(instances.length).toBeGreaterThan(3);
  for (const { id, image_url, media_type } of instances) {
    expect(image_url).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
    expect(media_type).toBe('image/svg+xml');
    expect(await read(`${path}/${id}`)).toMatchObject({
      metadata: { name: `Astrolabe #${id}` },
    });
    const counted = z.object({ transfers_count: z.int() }).parse(await read(`${path}/${id}/transfers-count`));
    expect(await count(`${path}/${id}/transfers`)).toBe(counted.transfers_count);
  }
});

test('whatever a hostile NFT says of itself is answered', async () => {
  const instances = await api.sql<{ token_address: Buffer; token_id: string }[]>`
    select token_address, token_id from ${api.db.schema}.token_instances order by token_address, token_id limit 400`;
  expect(instances.length).toBeGreaterThan(20);
  for (const { token_address, token_id } of instances)
    await read(`/api/v2/tokens/${bufferToAddress(token_address)}/instances/${token_id}`);
  const [pending] = await api.sql`
    select count(*) as count from ${api.db.schema}.token_instances where metadata_status = 'pending'`;
  expect(pending?.count).toBe(0);
});

test('every transaction of the history tells its logs, most of them decoded', async () => {
  let decoded = 0;
  let all = 0;
  for (const hash of Object.values(chain.history.transactions)) {
    const item = z.object({ index: z.int(), decoded: z.looseObject({}).nullable() });
    const logs = (await walkPages(api, `/api/v2/transactions/${hash}/logs`, { item })).flat();
    all += logs.length;
    decoded += logs.filter((entry) => entry.decoded !== null).length;
  }
  expect(all).toBeGreaterThan(50);
  expect(decoded).toBeGreaterThan(all / 2);
});

test('the lists of the whole chain are as long as the index says', async () => {
  const [rows] = await api.sql`
    select count(*) as transfers from ${api.db.schema}.token_transfers`;
  const item = z.object({ block_number: z.int(), log_index: z.int() });
  const moved = (await walkPages(api, '/api/v2/token-transfers', { item })).flat();
  expect(new Set(moved.map(({ block_number, log_index }) => `${block_number}/${log_index}`)).size).toBe(
    rows?.transfers,
  );
  for (const path of ['/api/v2/stats', '/api/v2/stats/charts/transactions', '/api/v2/transactions/stats'])
    await read(path);
});
