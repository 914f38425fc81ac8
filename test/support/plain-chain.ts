import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction';
import { getAbiItem, toEventSelector } from 'viem/utils';
import type { Database } from '@/lib/db/open-database';
import type { NewRow } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import type { TokenType } from '@/lib/evm/token-standards';
import { decodeUserOperations } from '@/lib/evm/user-operations';
import { type Batch, collectBatch } from '@/lib/indexer/sync/batch';
import type { BlockRows } from '@/lib/indexer/sync/block-rows';
import { decodeBlockStats } from '@/lib/indexer/sync/decode-block-stats';
import { encodeBatch } from '@/lib/indexer/sync/encode-batch';
import { removeBlocks } from '@/lib/indexer/sync/remove-blocks';
import { findTip, openState } from '@/lib/indexer/sync/state';
import { writeBatch } from '@/lib/indexer/sync/write';
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
  userOperations?: readonly PlainOperation[];
  transfers?: readonly { token: Buffer; type: TokenType }[];
  /** Called for by the contract that it calls. */
  fheOperations?: number;
  /** Who logs that two values may be decrypted by anyone. */
  openings?: readonly Buffer[];
};

/** A user operation, of EntryPoint 0.7 unless it names another. */
type PlainOperation = Readonly<{
  sender: Buffer;
  paymaster: Buffer | null;
  factory?: Buffer | null;
  entryPoint?: Buffer;
  isNewBundle?: boolean;
}>;

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
  const outcome = await writeBatch(db, encodeBatch(batch, db.chainId));
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
  await removeBlocks(db, { ancestor, tip, codes: { addresses: [], codes: [] } });
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
    fhe_handle_logs: [],
    user_operations: [],
    internal_transactions: [],
    withdrawals: [],
    access_lists: [],
    coin_balances: [],
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
const BUNDLE_STARTED = hexToBuffer(
  toEventSelector(getAbiItem({ abi: entryPoint07Abi, name: 'BeforeExecution' })),
);
const toWord = (address: Buffer) => Buffer.concat([Buffer.alloc(12), address]);

/** The HCU of one FHE operation of a plain chain. */
export const HCU = 1000;

type Place = Readonly<{ block_number: number; transaction_index: number }>;

/** Its deployment, the beginning of a bundle, and the operation itself. */
function operationLogs(operation: PlainOperation, at: number, place: Place): BlockRows['logs'] {
  const { sender, paymaster, factory = null, entryPoint = ENTRY_POINT, isNewBundle = false } = operation;
  const [first, own] = [place.transaction_index * 100 + 10 * at, hash(place.transaction_index * 100 + at)];
  const told = { ...place, address: entryPoint, topic1: own, topic2: toWord(sender) };
  const deployed = {
    ...{ ...told, log_index: first, topic0: ACCOUNT_DEPLOYED, topic3: null },
    data: Buffer.concat([toWord(factory ?? Buffer.alloc(20)), Buffer.alloc(32)]),
  };
  const started = {
    ...{ ...told, log_index: first + 1, topic0: BUNDLE_STARTED, topic1: null, topic2: null, topic3: null },
    data: Buffer.alloc(0),
  };
  const done = {
    ...{ ...told, log_index: first + 2, topic0: USER_OPERATION_EVENT, data: Buffer.alloc(128) },
    topic3: toWord(paymaster ?? Buffer.alloc(20)),
  };
  return [...(factory === null ? [] : [deployed]), ...(isNewBundle ? [started] : []), done];
}

function operationRows(logs: BlockRows['logs'], bundler: Buffer, place: Place): BlockRows['user_operations'] {
  const own = logs.filter(({ transaction_index }) => transaction_index === place.transaction_index);
  const read = own.map(({ log_index: logIndex, address, topic0, topic1, topic2, topic3, data }) => {
    const topics = [topic0, topic1, topic2, topic3].filter((topic) => topic !== null);
    return { logIndex, address, topics, data };
  });
  return decodeUserOperations(read).map(({ logIndex, sender, paymaster, hash, factory, ...operation }) => ({
    ...{ ...place, log_index: logIndex, sender, paymaster, hash, factory, bundler },
    ...{ entry_point: operation.entryPoint, bundle_index: operation.bundleIndex },
    operation_index: operation.index,
  }));
}

function addParts(rows: BlockRows, transaction: PlainTransaction, index: number): void {
  const { creates = [], authorizations = 0, userOperations = [], transfers = [] } = transaction;
  const { fheOperations = 0, openings = [], to = null } = transaction;
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
  rows.logs.push(...userOperations.flatMap((operation, at) => operationLogs(operation, at, place)));
  rows.user_operations.push(...operationRows(rows.logs, transaction.from, place));
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
  for (const [at, emitter] of openings.entries())
    for (const handle of [hash(3), hash(4)]) {
      const log = {
        ...place,
        log_index: first + 80 + at,
        emitter,
        kind: 'AllowedForDecryption',
        account: null,
      };
      rows.fhe_handle_logs.push({ ...log, handle });
    }
  for (let at = 0; at < fheOperations; at++)
    rows.fhe_operations.push({
      ...{ ...place, log_index: first + 60 + at, caller: to, operation: 'FheNot', fhe_type: 'Bool' },
      ...{
        is_scalar: false,
        operands: [hash(1)],
        plaintext: null,
        result: hash(2),
        hcu_cost: HCU,
        hcu_depth: HCU,
      },
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
