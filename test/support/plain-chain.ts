import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction';
import { getAbiItem, toEventSelector } from 'viem/utils';
import type { Database } from '@/lib/db/open-database';
import type { NewRow } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import type { TokenType } from '@/lib/evm/token-standards';
import { NO_SOURCE } from '@/lib/indexer/answer-source';
import { type Batch, collectBatch } from '@/lib/indexer/batch';
import type { BlockRows } from '@/lib/indexer/block-rows';
import { decodeBlockStats } from '@/lib/indexer/decode-block-stats';
import { removeBlocks } from '@/lib/indexer/remove-blocks';
import { findTip, openState } from '@/lib/indexer/state';
import { writeBatch } from '@/lib/indexer/write';
import { parseReceipt } from '@/lib/rpc/receipt';
import { parseSignedTransaction } from '@/lib/rpc/transaction';
import { transactionRecord } from '@/lib/rpc/transaction-record';
import { hash, hex } from './api-rows';
import { EMPTY_BLOCK } from './rows';

/** The parts of a transaction that statistics read; addresses of 20 bytes. */
export type PlainTransaction = {
  from: Buffer;
  to?: Buffer | null;
  type?: number;
  gasUsed?: bigint;
  gasPrice?: bigint;
  isInputEmpty?: boolean;
  hasFailed?: boolean;
  /** The contracts it creates; one without `to` is its own. */
  creates?: readonly Buffer[];
  authorizations?: number;
  userOperations?: readonly { sender: Buffer; paymaster: Buffer | null; factory?: Buffer | null }[];
  transfers?: readonly { token: Buffer; type: TokenType }[];
  fheOperations?: number;
};

/** The parts of a block that statistics read; `fork` gives the same height another hash. */
export type PlainBlock = {
  number: number;
  fork?: number;
  timestamp: number;
  size?: bigint;
  gasLimit?: bigint;
  gasUsed?: bigint;
  transactions: readonly PlainTransaction[];
};

/** Writes consecutive blocks above the stored ones, as the indexer does. */
export async function writePlainBlocks(db: Database, blocks: readonly PlainBlock[]): Promise<void> {
  const batch = await collectPlainBlocks(db, blocks);
  for (const facts of batch.addresses.values()) facts.code = { isContract: false, delegate: null };
  const outcome = await writeBatch(db, batch);
  if (outcome !== 'written') throw new Error(`the blocks were not written: ${outcome}`);
}

/** The batch of consecutive blocks above the stored ones, of whose addresses no code was asked for. */
export async function collectPlainBlocks(db: Database, blocks: readonly PlainBlock[]): Promise<Batch> {
  await openState(db, 0);
  let parent = (await findTip(db))?.hash ?? hash(0);
  const rows = blocks.map((block) => {
    const made = toBlockRows(block, parent);
    parent = made.block.hash;
    return made;
  });
  return collectBatch(rows);
}

/** Removes the blocks above a height, as a reorganization does. */
export async function removePlainBlocks(db: Database, ancestor: number): Promise<void> {
  const tip = await findTip(db);
  if (!tip) throw new Error('there are no blocks');
  await removeBlocks(db, { ancestor, tip, codes: { addresses: [], codes: [], source: NO_SOURCE } });
}

function toBlockRows(given: PlainBlock, parent: Buffer): BlockRows {
  const { number, timestamp, fork = 0, size = 600n, gasLimit = 30_000_000n, gasUsed = 21_000n } = given;
  const fees = given.transactions.reduce(
    (sum, { gasUsed: used = 0n, gasPrice = 0n }) => sum + used * gasPrice,
    0n,
  );
  const count = (read: (transaction: PlainTransaction) => number) =>
    given.transactions.reduce((sum, transaction) => sum + read(transaction), 0);
  const rows: BlockRows = {
    block: {
      ...EMPTY_BLOCK,
      number,
      hash: hash(number * 1000 + fork + 1),
      parent_hash: parent,
      timestamp,
      gas_limit: gasLimit,
      gas_used: gasUsed,
      size,
      transactions_count: given.transactions.length,
      token_transfers_count: count(({ transfers = [] }) => transfers.length),
      fhe_operations_count: count(({ fheOperations = 0 }) => fheOperations),
      total_hcu: BigInt(count(({ fheOperations = 0 }) => fheOperations * HCU)),
      transaction_fees: fees,
    },
    transactions: given.transactions.map((transaction, index) =>
      toTransactionRow(transaction, { number, index }),
    ),
    authorizations: [],
    logs: [],
    token_transfers: [],
    token_instance_transfers: [],
    fhe_operations: [],
    user_operations: [],
    internal_transactions: [],
    withdrawals: [],
    creations: [],
    stats: null,
  };
  for (const [index, transaction] of given.transactions.entries()) addParts(rows, transaction, index);
  return { ...rows, stats: decodeBlockStats(rows) };
}

const ENTRY_POINT = hexToBuffer(entryPoint07Address);
const USER_OPERATION_EVENT = hexToBuffer(
  toEventSelector(getAbiItem({ abi: entryPoint07Abi, name: 'UserOperationEvent' })),
);
const ACCOUNT_DEPLOYED = hexToBuffer(
  toEventSelector(getAbiItem({ abi: entryPoint07Abi, name: 'AccountDeployed' })),
);
const toWord = (address: Buffer) => Buffer.concat([Buffer.alloc(12), address]);

/** The HCU of one FHE operation of a plain chain. */
export const HCU = 1000;

function addParts(rows: BlockRows, transaction: PlainTransaction, index: number): void {
  const { creates = [], authorizations = 0, userOperations = [], transfers = [] } = transaction;
  const place = { block_number: rows.block.number, transaction_index: index };
  rows.creations.push(
    ...creates.map((address, at) => {
      const isOwn = at === 0 && (transaction.to ?? null) === null;
      return { address, transaction_index: index, is_in_receipt: isOwn };
    }),
  );
  for (let at = 0; at < authorizations; at++)
    rows.authorizations.push({ ...EMPTY_AUTHORIZATION, ...place, index: at });
  const first = index * 100;
  userOperations.forEach((operation, at) => {
    const [log_index, own] = [first + 20 + at, hash(first + at)];
    const { factory = null } = operation;
    rows.user_operations.push({ ...place, log_index, hash: own, ...operation, factory });
    const topics = { topic1: own, topic2: toWord(operation.sender) };
    if (factory !== null)
      rows.logs.push({
        ...{ ...place, log_index: first + at, address: ENTRY_POINT, topic0: ACCOUNT_DEPLOYED, ...topics },
        ...{ topic3: null, data: Buffer.concat([toWord(factory), Buffer.alloc(32)]) },
      });
    rows.logs.push({
      ...place,
      log_index,
      address: ENTRY_POINT,
      topic0: USER_OPERATION_EVENT,
      ...topics,
      topic3: toWord(operation.paymaster ?? Buffer.alloc(20)),
      data: Buffer.alloc(128),
    });
  });
  transfers.forEach(({ token, type }, at) => {
    rows.token_transfers.push({
      ...place,
      log_index: first + 50 + at,
      token_address: token,
      token_type: type,
      from_address: transaction.from,
      to_address: token,
      amount: type === 'ERC-20' ? 1n : null,
      token_ids: null,
      amounts: null,
      encrypted_amount: null,
    });
  });
}

function toTransactionRow(
  transaction: PlainTransaction,
  { number, index }: { number: number; index: number },
): NewRow<'transactions'> {
  const { from, to = null, type = 2, gasUsed = 21_000n, gasPrice = 0n } = transaction;
  return {
    ...EMPTY_TRANSACTION,
    block_number: number,
    index,
    hash: hash(number * 1000 + index),
    type,
    from_address: from,
    to_address: to,
    created_contract: to === null ? (transaction.creates?.[0] ?? null) : null,
    input: Buffer.alloc(transaction.isInputEmpty ? 0 : 4),
    gas_price: gasPrice,
    status: transaction.hasFailed ? 0 : 1,
    gas_used: gasUsed,
    effective_gas_price: gasPrice,
    fhe_operations_count: transaction.fheOperations ?? 0,
  };
}

const EMPTY_TRANSACTION = transactionRecord(
  {
    blockNumber: 0,
    transaction: parseSignedTransaction({
      ...{ hash: hex(hash(0)), from: hex(Buffer.alloc(20)), input: '0x' },
      ...{ nonce: '0x0', value: '0x0', gas: '0x5208' },
    }),
    receipt: parseReceipt({ transactionHash: hex(hash(0)), transactionIndex: '0x0' }),
    trace: null,
    replay: undefined,
    counts: { transfers: 0, fheOperations: 0 },
  },
  (value) => value,
);
const EMPTY_AUTHORIZATION: Omit<
  NewRow<'transaction_authorizations'>,
  'block_number' | 'transaction_index' | 'index'
> = {
  chain_id: 0n,
  address: Buffer.alloc(20),
  nonce: 0n,
  y_parity: 0n,
  r: 0n,
  s: 0n,
  authority: null,
};
