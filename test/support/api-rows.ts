import type { Database } from '@/lib/db/open-database';

/** The number, then zeros: recognizable in a failure. */
function bytes(length: number, number: number): Buffer {
  const buffer = Buffer.alloc(length);
  buffer.writeUInt32BE(number, 0);
  return buffer;
}
export const address = (number: number) => bytes(20, number);
export const hash = (number: number) => bytes(32, number);
export const hex = (buffer: Buffer) => `0x${buffer.toString('hex')}`;

const BLOCK = {
  gas_limit: '30000000',
  gas_used: '21000',
  base_fee_per_gas: '7',
  size: '600',
  difficulty: '0',
  extra_data: Buffer.alloc(0),
  uncles: [],
  transactions_count: 0,
  token_transfers_count: 0,
  fhe_operations_count: 0,
  total_hcu: '0',
  transaction_fees: '0',
};

type Changes = Record<string, unknown>;

async function insertRow(db: Database, table: string, row: Changes): Promise<void> {
  await db.sql`insert into ${db.schema}.${db.sql(table)} ${db.sql(row)}`;
}

async function insertBlock(db: Database, number: number, extra: Changes = {}): Promise<void> {
  const row = {
    number,
    hash: hash(1_000_000 + number),
    parent_hash: hash(999_999 + number),
    timestamp: 1_700_000_000 + 12 * number,
    miner: address(1),
    ...BLOCK,
    ...extra,
  };
  await insertRow(db, 'blocks', row);
  await db.sql`
    insert into ${db.schema}.indexer_state (first_block, tip_number, remote_head) values (0, ${number}, ${number})
    on conflict (only_row) do update set
      tip_number = greatest(indexer_state.tip_number, ${number}),
      remote_head = greatest(indexer_state.remote_head, ${number})`;
}

async function insertTransaction(
  db: Database,
  at: { block: number; index: number },
  extra: Changes = {},
): Promise<Buffer> {
  const row = {
    block_number: at.block,
    index: at.index,
    hash: hash(2_000_000 + 1000 * at.block + at.index),
    type: 2,
    from_address: address(10),
    to_address: address(11),
    nonce: '1',
    value: '1000',
    input: Buffer.alloc(0),
    gas_limit: '21000',
    gas_price: '10',
    max_fee_per_gas: '20',
    max_priority_fee_per_gas: '3',
    status: 1,
    gas_used: '21000',
    effective_gas_price: '10',
    logs_count: 0,
    token_transfers_count: 0,
    fhe_operations_count: 0,
    ...extra,
  };
  await insertRow(db, 'transactions', row);
  return row.hash;
}

type Transfer = {
  log_index: number;
  token_type: string;
  token_ids?: readonly (number | string | bigint)[];
  amounts?: readonly (number | string | bigint)[];
  amount?: string;
  token?: Buffer;
  from?: Buffer;
  to?: Buffer;
};

async function insertTransfers(
  db: Database,
  at: { block: number; index: number },
  transfers: readonly Transfer[],
): Promise<void> {
  for (const transfer of transfers) {
    const list = (values: Transfer['amounts']) => (values ? `{${values.join(',')}}` : null);
    await db.sql`
      insert into ${db.schema}.token_transfers (
        block_number, transaction_index, log_index, token_address, token_type, from_address, to_address,
        amount, token_ids, amounts
      ) values (
        ${at.block}, ${at.index}, ${transfer.log_index}, ${transfer.token ?? address(20)},
        ${transfer.token_type}, ${transfer.from ?? address(10)}, ${transfer.to ?? address(11)},
        ${transfer.amount ?? null}::numeric, ${list(transfer.token_ids)}::text::numeric[],
        ${list(transfer.amounts)}::text::numeric[]
      )`;
    await db.sql`
      insert into ${db.schema}.token_types (token_address, type, first_seen_block)
      values (${transfer.token ?? address(20)}, ${transfer.token_type}, ${at.block}) on conflict do nothing`;
  }
  await db.sql`
    update ${db.schema}.transactions set token_transfers_count = token_transfers_count + ${transfers.length}
    where block_number = ${at.block} and index = ${at.index}`;
}

async function insertAddress(db: Database, extra: Changes): Promise<void> {
  await insertRow(db, 'addresses', { is_contract: false, first_seen_block: 0, ...extra });
}

/** A token whose balances are sums of transfers, or are known in another way. */
async function insertToken(
  db: Database,
  { balances_by = 'transfers', ...extra }: Changes & { address: Buffer; balances_by?: string | null },
): Promise<void> {
  await insertRow(db, 'tokens', {
    type: 'ERC-20',
    first_seen_block: 0,
    transfers_count: 0,
    metadata_status: 'fetched',
    ...extra,
  });
  if (balances_by === null) return;
  const { address: token_address } = extra;
  await insertRow(db, 'token_balance_checks', {
    token_address,
    balances_by,
    block_number: 0,
    transfers_count: 0,
  });
}

async function insertLog(
  db: Database,
  at: { block: number; index: number; log: number },
  extra: Changes = {},
): Promise<void> {
  await insertRow(db, 'logs', {
    block_number: at.block,
    transaction_index: at.index,
    log_index: at.log,
    address: address(20),
    data: Buffer.alloc(0),
    ...extra,
  });
}

async function insertInternal(
  db: Database,
  at: { block: number; index: number; call: number },
  extra: Changes = {},
): Promise<void> {
  await insertRow(db, 'internal_transactions', {
    block_number: at.block,
    transaction_index: at.index,
    index: at.call,
    depth: 1,
    type: 'call',
    from_address: address(20),
    to_address: address(21),
    value: '0',
    gas_limit: '1000',
    gas_used: '10',
    input: Buffer.alloc(0),
    input_size: 0,
    is_undone: false,
    ...extra,
  });
}

async function insertInstance(
  db: Database,
  instance: { token: Buffer; id: number | bigint; owner?: Buffer; uri?: string; metadata?: string },
): Promise<void> {
  const id = String(instance.id);
  const bytesOf = (text: string | undefined) => (text === undefined ? null : Buffer.from(text));
  await db.sql`
    insert into ${db.schema}.token_instances (token_address, token_id, transfers_count, owner)
    values (${instance.token}, ${id}::numeric, 1, ${instance.owner ?? null})`;
  await db.sql`
    insert into ${db.schema}.token_instance_metadata (token_address, token_id, uri, metadata)
    values (${instance.token}, ${id}::numeric, ${bytesOf(instance.uri)}, ${bytesOf(instance.metadata)})`;
}

/** Inserts rows into a chain. `extra` overrides columns; hashes and times follow from the heights. */
export const insert = {
  block: insertBlock,
  transaction: insertTransaction,
  transfers: insertTransfers,
  address: insertAddress,
  token: insertToken,
  log: insertLog,
  internal: insertInternal,
  instance: insertInstance,
};
