import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '@/lib/db/open-database';
import { createRpc } from '@/lib/rpc/client';
import type { TestDatabase } from '../support/database';
import { compareFaulty } from '../support/faulty-node';
import {
  compareIndex,
  dumpTables,
  indexAll,
  indexBlocks,
  openChain,
  type Tables,
} from '../support/indexer-harness';
import { copyRecordedIndex } from '../support/recorded-api';
import { listTransfers } from '../support/recorded-blocks';
import { HAS_RECORDINGS, type Replay, SHARED, startReplay } from '../support/recordings';

const FIRST = 17_686_110;
const LAST = 17_686_125;
const BLOCKS = 'realdata/blocks/1';
const RANGE = ['--from', String(FIRST), '--to', String(LAST)];
type Quantities = Record<string, string | null | undefined>;
type RecordedTransaction = Quantities & { hash: string; blobVersionedHashes?: string[] };
type RecordedReceipt = Quantities & {
  transactionHash: string;
  logs: { address: string; topics: string[]; data: string; logIndex: string }[];
};
type RecordedFrame = Quantities & { calls?: RecordedFrame[] };
type Recording = {
  block: Quantities & { transactions: RecordedTransaction[] };
  receipts: RecordedReceipt[];
  traces?: { result: { txHash: string; result: RecordedFrame }[] };
};

function readRecording(height: number): Recording {
  const file = readFileSync(`${SHARED}/${BLOCKS}/${height}.json.gz`);
  return JSON.parse(gunzipSync(file).toString());
}

/** The outermost call is the transaction itself, unless it creates a contract. */
const isListed = (root: RecordedFrame, index: number) =>
  index > 0 || root.type?.startsWith('CREATE') === true;

const decimal = (quantity: string | null | undefined) => (quantity == null ? null : String(BigInt(quantity)));
const lower = (hex: string | null | undefined) => hex?.toLowerCase() ?? null;

/** Twenty-two fields of a transaction as recorded. */
function expectedFields(
  block: Recording['block'],
  transaction: RecordedTransaction,
  receipt: RecordedReceipt,
) {
  const isCreated = receipt.contractAddress && receipt.status === '0x1';
  return {
    hash: lower(transaction.hash),
    block_number: Number(block.number),
    index: Number(transaction.transactionIndex),
    type: Number(transaction.type ?? 0),
    from_address: lower(transaction.from),
    to_address: lower(transaction.to),
    created_contract: isCreated ? lower(receipt.contractAddress) : null,
    nonce: decimal(transaction.nonce),
    value: decimal(transaction.value),
    input: lower(transaction.input),
    gas_limit: decimal(transaction.gas),
    gas_price: decimal(transaction.gasPrice),
    max_fee_per_gas: decimal(transaction.maxFeePerGas),
    max_priority_fee_per_gas: decimal(transaction.maxPriorityFeePerGas),
    max_fee_per_blob_gas: decimal(transaction.maxFeePerBlobGas),
    status: receipt.status == null ? null : Number(receipt.status),
    gas_used: decimal(receipt.gasUsed),
    effective_gas_price: decimal(receipt.effectiveGasPrice),
    blob_gas_used: decimal(receipt.blobGasUsed),
    blob_gas_price: decimal(receipt.blobGasPrice),
    logs_count: receipt.logs.length,
  };
}

describe.skipIf(!HAS_RECORDINGS)('recorded blocks (skipped without ../shared)', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await copyRecordedIndex();
  });
  afterAll(() => database.drop());

  describe('sixteen consecutive mainnet blocks', () => {
    const recordings = () => Array.from({ length: LAST - FIRST + 1 }, (_, at) => readRecording(FIRST + at));
    let replay: Replay;
    let plain: Tables;
    beforeAll(async () => {
      replay = await startReplay(BLOCKS, RANGE);
      plain = await dumpTables(openDatabase(database.sql, 1));
    });
    afterAll(() => replay.stop());

    test('give all their transactions, logs and transfers', async () => {
      const recorded = recordings();
      const receipts = recorded.flatMap((recording) => recording.receipts);
      expect(plain.blocks).toHaveLength(16);
      expect(plain.transactions).toHaveLength(receipts.length);
      expect(plain.logs).toHaveLength(receipts.flatMap(({ logs }) => logs).length);
      const transfers = receipts.flatMap(({ logs }) => listTransfers(logs));
      expect(transfers.length).toBeGreaterThan(3_000);
      expect(plain.token_transfers).toHaveLength(transfers.length);
    });

    test('give every field of every transaction as recorded', async () => {
      const rows = await database.sql`
        select '0x' || encode(hash, 'hex') as hash, block_number, index, type,
          '0x' || encode(from_address, 'hex') as from_address, '0x' || encode(to_address, 'hex') as to_address,
          '0x' || encode(created_contract, 'hex') as created_contract, nonce, value,
          '0x' || encode(input, 'hex') as input, gas_limit, gas_price, max_fee_per_gas, max_priority_fee_per_gas,
          max_fee_per_blob_gas, status, gas_used, effective_gas_price, blob_gas_used,
          blob_gas_price, logs_count
        from chain_1.transactions order by block_number, index`;
      const expected = recordings().flatMap(({ block, receipts }) => {
        const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
        return block.transactions.map((transaction) => {
          const receipt = byHash.get(transaction.hash);
          if (!receipt) throw new Error(`no receipt of ${transaction.hash} is recorded`);
          return expectedFields(block, transaction, receipt);
        });
      });
      expect(expected).toHaveLength(2933);
      expect([...rows]).toEqual(expected);
    });

    test('give every call inside their transactions, in the order of execution', async () => {
      const flatten = (frame: RecordedFrame, depth = 0): unknown[] => [
        [depth, lower(frame.type), lower(frame.from), lower(frame.to), frame.error ?? null],
        ...(frame.calls ?? []).flatMap((call) => flatten(call, depth + 1)),
      ];
      const expected = recordings().flatMap(({ traces }) =>
        (traces?.result ?? []).flatMap(({ txHash, result }) =>
          flatten(result).flatMap((call, index) =>
            isListed(result, index) ? [[lower(txHash), index, call]] : [],
          ),
        ),
      );
      const rows = await database.sql`
        select '0x' || encode(t.hash, 'hex') as hash, c.index, c.depth, c.type,
          '0x' || encode(c.from_address, 'hex') as from_address,
          '0x' || encode(coalesce(c.to_address, c.created_contract), 'hex') as to_address,
          convert_from(c.error, 'utf8') as error
        from chain_1.internal_transactions c
        join chain_1.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
        order by c.block_number, c.transaction_index, c.index`;
      expect(expected.length).toBeGreaterThan(13_000);
      expect(
        rows.map(({ hash, index, depth, type, from_address, to_address, error }) => [
          hash,
          index,
          [depth, type, from_address, to_address, error],
        ]),
      ).toEqual(expected);
      const [counts] = await database.sql`
        select (select sum(internal_transactions_count)::integer from chain_1.blocks) as of_blocks,
          (select sum(internal_transactions_count)::integer from chain_1.transactions) as of_transactions`;
      expect(counts).toEqual({ of_blocks: expected.length, of_transactions: expected.length });
    });

    test('tell why transactions failed, NUL bytes included', async () => {
      const [failed] = await database.sql`
        select count(*)::integer as all, count(error)::integer as explained,
          count(*) filter (where position('\\x00'::bytea in revert_output) > 0)::integer as with_nul
        from chain_1.transactions where status = 0`;
      expect(failed?.all).toBeGreaterThan(50);
      expect(failed?.explained).toBe(failed?.all);
      expect(failed?.with_nul).toBeGreaterThan(8);
    });

    test('ask no token twice and tolerate those that answer nothing', async () => {
      const statuses = await database.sql`
        select metadata_status as status, count(*)::integer as count from chain_1.tokens group by 1 order by 1`;
      expect(statuses.map(({ status }) => status)).toEqual(['failed', 'fetched']);
    });

    // of any depth: rollback.system.test.ts
    test('are taken back and put back by reorganizations', async () => {
      const rpc = createRpc({ urls: [replay.url] });
      const db = openDatabase(database.sql, 1);
      const range = { rpc, db, firstBlock: FIRST };
      for (const from of [LAST, FIRST + 1]) {
        await replay.control({ reorg: { from } });
        const kinds = (await indexAll(range)).map(({ kind }) => kind);
        expect(kinds).toContain('reorg');
        const [healed] = await db.sql`select count(*)::integer as count from ${db.schema}.transactions`;
        expect(healed?.count).toBeLessThan(2933);
        await replay.control({ restore: true });
        await indexAll(range);
        expect(await compareIndex(db, plain)).toEqual({});
      }
      await replay.control({ reorg: { from: FIRST } });
      await expect(indexAll(range)).rejects.toMatchObject({ code: 'chain_mismatch' });
      await replay.control({ restore: true });
      await indexAll(range);
      expect(await compareIndex(db, plain)).toEqual({});
    });

    test('are followed as the head rises, to the same rows', async () => {
      const rpc = createRpc({ urls: [replay.url] });
      await database.sql`drop schema chain_1 cascade`;
      const db = await openChain(database.sql, 1);
      for (let head = FIRST; head <= LAST; head += 3) {
        await replay.control({ head });
        await indexAll({ rpc, db, firstBlock: FIRST });
      }
      expect(await compareIndex(db, plain)).toEqual({});
    });
  });

  // Of all recorded blocks in recorded.long.test.ts.
  test('give the same rows, byte for byte, from a node that fails one call in five', async () => {
    expect(await compareFaulty(database.sql, { first: FIRST, last: FIRST })).toEqual({});
  });

  test('blocks of every age and transaction type form one spliced chain', async () => {
    const replay = await startReplay(BLOCKS, ['--splice']);
    try {
      await database.sql`drop schema if exists chain_1 cascade`;
      const db = await openChain(database.sql, 1);
      // without what its ten thousand NFTs are asked for, which is most of the time
      await indexBlocks({ rpc: createRpc({ urls: [replay.url] }), db });
      expect(await database.sql`select from chain_1.blocks`).toHaveLength(23);
      const types = await database.sql`select distinct type from chain_1.transactions order by 1`;
      expect(types.map(({ type }) => type)).toEqual([0, 1, 2, 3, 4]);
      const [old] = await database.sql`
        select count(*)::integer as count from chain_1.transactions where status is null`;
      expect(old?.count).toBeGreaterThan(0);
      const uncles =
        await database.sql`select cardinality(uncles) as count from chain_1.blocks order by 1 desc limit 1`;
      expect(uncles[0]?.count).toBe(2);
    } finally {
      await replay.stop();
    }
  });
});
