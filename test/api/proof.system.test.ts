import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { findBlock } from '@/lib/api/block/query';
import { type BlockProofs, createBlockProofs } from '@/lib/api/nodes/block-proofs';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { checkTransactionProof } from '@/lib/proof/check-transaction-proof';
import { createTestApi, TEST_CHAIN_ID, type TestApi } from '../support/api-harness';
import { hash, hex, insert } from '../support/api-rows';
import { provideDemoApi } from '../support/demo-api';

const log = createLog({ name: 'test', level: 'silent' });
const position = z.object({ block_number: z.int(), position: z.int(), from: z.object({ hash: z.string() }) });
const events = z.object({
  items: z.array(
    z.object({
      address: z.object({ hash: z.string() }),
      topics: z.array(z.string().nullable()),
      data: z.string(),
    }),
  ),
});
const LOGS_A_PAGE = 50;
const blockProof = z.object({
  status: z.string(),
  checks: z.array(z.object({ name: z.string(), status: z.string(), reason: z.string().nullable() })),
});

beforeAll(loadFastKeccak);

/** The owner of the demo chain's host contracts, whose key nobody has: anvil sends for it without a signature. */
const HOST_OWNER = '0x8B8f5091f8b9817EF69cFC1E8B2f721BafF60DF4';

describe('on the demo chain', async () => {
  const demo = await provideDemoApi();

  /** Asks again where the node's share of this second is spent. */
  const get = async (path: string) =>
    vi.waitFor(
      async () => {
        const { status, body } = await demo.api.get(`/api/v2${path}`);
        expect([path, status]).toEqual([path, 200]);
        return body;
      },
      { timeout: 60_000, interval: 200 },
    );

  test('the proof of each signed transaction holds, and has the logs that are indexed', async () => {
    const hashes = Object.values(demo.chain.history.transactions);
    const unsigned: unknown[] = [];
    for (const transaction of hashes) {
      const info = position.parse(await get(`/transactions/${transaction}`));
      const answer = await get(`/transactions/${transaction}/proof`);
      if (info.from.hash === HOST_OWNER) {
        expect(answer).toMatchObject({
          status: 'unprovable',
          header: null,
          transaction: null,
          receipt: null,
        });
        continue;
      }
      const result = checkTransactionProof(answer);
      if (!result.holds) {
        unsigned.push(answer);
        continue;
      }
      expect(result.proven).toMatchObject({
        block: { number: info.block_number },
        transaction: { hash: transaction, index: info.position, from: info.from.hash },
      });
      const listed = await listLogs(transaction);
      expect(listed).toEqual(result.proven.receipt.logs.slice(0, LOGS_A_PAGE));
    }
    expect(hashes.length - unsigned.length).toBeGreaterThan(40);
    // Anvil sends it for an account whose key it was not given, and hashes something else.
    expect(unsigned).toEqual([
      expect.objectContaining({
        ...{ transaction_hash: demo.chain.history.transactions['blob transaction'], status: 'unprovable' },
        ...{ header: null, transaction: null, receipt: null },
        reason:
          'the transaction at this index has another hash (transaction_hashes: transaction 0 has no signature)',
      }),
    ]);
  });

  async function listLogs(transaction: string) {
    const { items } = events.parse(await get(`/transactions/${transaction}/logs`));
    return items.map(({ address, topics, data }, at) => ({
      position: at,
      address: address.hash,
      topics: topics.filter((topic) => topic !== null),
      data,
    }));
  }

  test('each check of a block holds, by height and by hash; of the first one too', async () => {
    const { tip } = demo.chain.history;
    for (const id of [0, 100, tip.number]) {
      const proof = blockProof.parse(await get(`/blocks/${id}/proof`));
      expect(proof.status).toBe('proven');
      expect(proof.checks.filter(({ status }) => status !== 'holds')).toEqual([]);
      expect(proof.checks).toHaveLength(10);
    }
    const block = await findBlock(demo.api.db, { number: 100 });
    expect(await get(`/blocks/${hex(block?.hash ?? Buffer.alloc(0))}/proof`)).toEqual(
      await get('/blocks/100/proof'),
    );
  });

  test('of a block with a transaction that nobody signed, the other checks hold', async () => {
    const proof = blockProof.parse(await get('/blocks/1/proof'));
    expect(proof.status).toBe('unprovable');
    const failing = proof.checks.filter(({ status }) => status !== 'holds');
    expect(failing.map(({ name, status }) => [name, status])).toEqual([
      ['transaction_hashes', 'unknown'],
      ['senders', 'unknown'],
    ]);
  });

  test('a block says whether the index has proven it, in lists too', async () => {
    const { sql, db } = demo.api;
    await sql`insert into ${db.schema}.proven_ranges values (3, 100)`;
    const stateOf = async (id: number) =>
      z.object({ proof: z.unknown() }).parse(await get(`/blocks/${id}`)).proof;
    const [proven, unproven] = [
      { status: 'proven', reason: null },
      { status: 'unproven', reason: null },
    ];
    expect(await Promise.all([2, 3, 100, 101].map(stateOf))).toEqual([unproven, proven, proven, unproven]);
    const list = z.object({ items: z.array(z.object({ height: z.int(), proof: z.unknown() })) });
    const { items } = list.parse(await get('/blocks?block_number=103&items_count=4'));
    expect(items).toEqual(
      [102, 101, 100, 99].map((height) =>
        expect.objectContaining({ height, proof: height > 100 ? unproven : proven }),
      ),
    );
    await sql`delete from ${db.schema}.proven_ranges`;
  });

  test('a node that lies is found out: what fails is told, and no branch', async () => {
    const transaction = demo.chain.history.transactions['ERC-20 transfer'] ?? '';
    const info = position.parse(await get(`/transactions/${transaction}`));
    const block = await findBlock(demo.api.db, { number: info.block_number });
    if (!block) throw new Error('the block is not indexed');
    const lies: [RegExp, (text: string) => string][] = [
      [/^receipts_root: /, (text) => text.replaceAll(/"data":"0x0{60}/g, `"data":"0x${'1'.repeat(60)}`)],
      [/^receipts_root: /, (text) => text.replaceAll('"status":"0x1"', '"status":"0x0"')],
      [/^transactions_root: /, (text) => text.replaceAll(/"nonce":"0x[0-9a-f]{1,4}"/g, '"nonce":"0xffff"')],
      [/^header_hash: /, (text) => text.replaceAll(/"gasLimit":"0x\w+"/g, '"gasLimit":"0x1"')],
    ];
    for (const [expected, lie] of lies) {
      const node = await startProxy(demo.chain.rpcUrl, lie);
      try {
        const prove = createBlockProofs({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [node.url] }], log });
        await withProofs(prove, async (api) => {
          await copyBlock(api, { block, transaction, index: info.position });
          const { status, body } = await api.get(`/api/v2/transactions/${transaction}/proof`);
          expect(status).toBe(200);
          expect(body).toMatchObject({
            status: 'refuted',
            header: null,
            transaction: null,
            receipt: null,
            reason: expect.stringMatching(expected),
          });
          const answer = await api.get(`/api/v2/blocks/${block.number}/proof`);
          expect(blockProof.parse(answer.body).status).toBe('refuted');
        });
      } finally {
        await node.stop();
      }
    }
  });
});

/** A stored block like one of another index. */
async function copyBlock(
  api: TestApi,
  {
    block,
    transaction,
    index,
  }: { block: { number: number; hash: Buffer }; transaction: string; index: number },
) {
  await insert.block(api.db, block.number, { hash: block.hash });
  await insert.transaction(api.db, { block: block.number, index }, { hash: hexToBuffer(transaction) });
}

async function withProofs(blockProof: BlockProofs | undefined, use: (api: TestApi) => Promise<void>) {
  const api = await createTestApi(blockProof ? { blockProof } : {});
  try {
    await use(api);
  } finally {
    await api.stop();
  }
}

/** Passes requests on to a node, and changes the text of its answers. */
async function startProxy(target: string, change: (text: string) => string) {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(target, { method: 'POST', body: Buffer.concat(chunks), headers });
      response.writeHead(200, headers).end(change(await answer.text()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('without a node that answers, or with one on another chain, nothing is said but when to ask again', async () => {
  const expectAway = async (blockProof: BlockProofs | undefined, message: RegExp, seconds: string | null) =>
    withProofs(blockProof, async (api) => {
      await insert.block(api.db, 1, {});
      await insert.transaction(api.db, { block: 1, index: 0 }, { hash: hash(9) });
      for (const path of [`/transactions/${hex(hash(9))}/proof`, '/blocks/1/proof']) {
        const { status, headers, body } = await api.get(`/api/v2${path}`);
        expect([status, headers.get('retry-after')]).toEqual([503, seconds]);
        expect(body).toEqual({ message: expect.stringMatching(message) });
      }
    });
  await expectAway(undefined, /^No node of this chain is available$/, null);
  await expectAway(async () => ({ kind: 'refused' }), /refused .* in 5 s$/, '5');
  await expectAway(async () => ({ kind: 'answered', value: undefined }), /another block.* in 5 s$/, '5');
  const late = { kind: 'unavailable', why: 'late', retryMs: 58_001 } as const;
  await expectAway(async () => late, /did not answer in time: try again in 59 s$/, '59');
});

test('a block that is too large, and one or a transaction that is not indexed, are 404', async () => {
  await withProofs(
    async () => ({ kind: 'large' }),
    async (api) => {
      await insert.block(api.db, 1, {});
      const statuses = await Promise.all(
        [
          '/blocks/1/proof',
          '/blocks/2/proof',
          `/blocks/${hex(hash(9))}/proof`,
          `/transactions/${hex(hash(9))}/proof`,
        ].map(async (path) => {
          const { status, body } = await api.get(`/api/v2${path}`);
          return [status, body];
        }),
      );
      const unknown = [404, { message: 'Not found' }];
      expect(statuses).toEqual([
        [404, { message: expect.stringMatching(/too large/) }],
        unknown,
        unknown,
        unknown,
      ]);
    },
  );
});
