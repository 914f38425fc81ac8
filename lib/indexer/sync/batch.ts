import type { NewRow } from '@/lib/db/tables';
import type { AppError } from '@/lib/errors';
import { readCoinLog, SYSTEM_ADDRESS } from '@/lib/evm/coin-logs';
import { hasTrait, higherTokenType, type TokenType } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { AccountCode } from '@/lib/rpc/methods';
import type { BlockRows } from './block-rows';
import type { Range } from './plan';

/** A batch's facts about an address; heights are the first in the batch, null for none. */
export type AddressFacts = {
  address: Buffer;
  first_seen_block: number;
  first_sent_block: number | null;
  created_block: number | null;
  created_transaction_index: number | null;
  /** By a receipt, not only a trace, which is not proven: then it is a contract, whatever its code is by now. */
  is_created_by_receipt: boolean;
  first_fhe_block: number | null;
  /** It was created or self-destructed, so a known contract may have other code. */
  is_recoded: boolean;
  /** Where it delegated the whole input of a transaction to, the last time: a proxy may have another implementation. */
  forwards_to: Buffer | null;
  /** It signed an EIP-7702 authorization, so its code may have changed. */
  is_authority: boolean;
  /** It emitted a log, was called with data or created according to a trace, so it may have become a contract. */
  may_have_code: boolean;
  /** It was called with data, and not statically: a beacon may have another implementation. */
  is_called: boolean;
  /** In a transaction that called it so, it delegated nothing: a proxy may have set another implementation. */
  is_undelegated: boolean;
  /** Its latest code; undefined when not fetched. */
  code: AccountCode | undefined;
};

/** Changes of a token in a batch. */
export type TokenFacts = {
  address: Buffer;
  type: TokenType;
  first_seen_block: number;
  transfers_count: number;
  /** The first height of each type in the batch. */
  types: Map<TokenType, number>;
  /** Tokens were minted or burnt. */
  is_supply_stale: boolean;
};

/** Changes of an instance in a batch. `owner` is null when the last transfer leaves no single owner. */
export type InstanceFacts = {
  token_address: Buffer;
  token_id: bigint;
  transfers_count: number;
  owner: Buffer | null;
};

/**
 * Consecutive blocks, aggregated by address, token and instance; `untraced` ones are stored without traces for now,
 * those of `proven` were proven.
 */
export type Batch<Block extends WrittenBlock = BlockRows> = {
  blocks: readonly Block[];
  addresses: Map<string, AddressFacts>;
  tokens: Map<string, TokenFacts>;
  instances: Map<string, InstanceFacts>;
  untraced: readonly Untraced[];
  proven: readonly Range[];
};

/** What is read of a block once its rows are encoded. */
export type WrittenBlock = Readonly<{
  block: Pick<NewRow<'blocks'>, 'number' | 'hash' | 'parent_hash' | 'transactions_count'>;
  withdrawals: readonly Pick<NewRow<'withdrawals'>, 'amount'>[];
  stats: BlockRows['stats'];
}>;

/** A block whose traces, or replays of failed transactions, the node refused. */
export type Untraced = Readonly<{ height: number; refusal: AppError }>;

type InternalRow = BlockRows['internal_transactions'][number];

/** A compact map key: one character per byte. */
export function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

/** Aggregates blocks, which must be in ascending order. Pure. */
export function collectBatch(blocks: readonly BlockRows[]): Batch {
  const batch: Batch = {
    blocks,
    addresses: new Map(),
    tokens: new Map(),
    instances: new Map(),
    untraced: [],
    proven: [],
  };
  for (const rows of blocks) {
    collectAddresses(batch, rows);
    for (const transfer of rows.token_transfers) collectToken(batch, transfer);
    collectInstances(batch, rows);
  }
  return batch;
}

function collectAddresses(batch: Batch, rows: BlockRows): void {
  const height = rows.block.number;
  const see = (address: Buffer) => factsOf(batch, address, height);
  see(rows.block.miner);
  for (const { from_address, to_address, input } of rows.transactions) {
    see(from_address).first_sent_block ??= height;
    const target = to_address && see(to_address);
    if (target && input.length > 0) target.may_have_code = true;
  }
  collectCalled(batch, rows);
  for (const { address } of rows.withdrawals) see(address);
  for (const { address, transaction_index, is_in_receipt } of rows.creations) {
    const facts = see(address);
    facts.is_recoded = true;
    if (is_in_receipt) facts.is_created_by_receipt = true;
    else facts.may_have_code = true;
    facts.created_transaction_index ??= transaction_index;
    facts.created_block ??= height;
  }
  for (const log of rows.logs) collectLog(batch, log);
  for (const { from_address, to_address } of rows.token_transfers) {
    see(from_address);
    see(to_address);
  }
  for (const call of rows.internal_transactions) collectCall(batch, rows, call);
  for (const { authority } of rows.authorizations) if (authority) see(authority).is_authority = true;
  for (const { caller, transaction_index } of rows.fhe_operations) {
    if (caller) see(caller).first_fhe_block ??= height;
    const target = rows.transactions[transaction_index]?.to_address;
    if (target) see(target).first_fhe_block ??= height;
  }
}

function collectLog(batch: Batch, log: NewRow<'logs'>): void {
  const { block_number: height, address, data } = log;
  const emitter = factsOf(batch, address, height);
  if (!address.equals(SYSTEM_ADDRESS)) {
    emitter.may_have_code = true;
    return;
  }
  const topics = [log.topic0, log.topic1, log.topic2, log.topic3].filter((topic) => topic !== null);
  const moved = readCoinLog({ address, topics, data });
  if (moved) for (const party of [moved.from, moved.to]) factsOf(batch, party, height);
}

function collectCall(batch: Batch, { block, transactions }: BlockRows, call: InternalRow): void {
  const { from_address, to_address, type, input_size, is_undone } = call;
  const see = (address: Buffer) => factsOf(batch, address, block.number);
  // Only contracts make calls.
  const caller = see(from_address);
  caller.may_have_code = true;
  if (type === 'selfdestruct' && !is_undone) caller.is_recoded = true;
  if (!to_address) return;
  const target = see(to_address);
  if (input_size > 0 && type !== 'selfdestruct') target.may_have_code = true;
  const transaction = transactions[call.transaction_index];
  const isForwarded =
    type === 'delegatecall' &&
    call.depth === 1 &&
    !is_undone &&
    transaction?.to_address?.equals(from_address) === true &&
    transaction.input.length === input_size &&
    transaction.input.subarray(0, 4).equals(call.input.subarray(0, 4));
  if (isForwarded && input_size >= 4 && !to_address.equals(from_address)) caller.forwards_to = to_address;
}

function collectCalled(batch: Batch, { block, transactions, internal_transactions: calls }: BlockRows): void {
  const delegating = new Set<string>();
  for (const { type, is_undone, transaction_index, from_address } of calls)
    if (type === 'delegatecall' && !is_undone) delegating.add(`${transaction_index} ${keyOf(from_address)}`);
  const note = (address: Buffer, transactionIndex: number) => {
    const target = factsOf(batch, address, block.number);
    target.is_called = true;
    target.is_undelegated ||= !delegating.has(`${transactionIndex} ${keyOf(address)}`);
  };
  for (const { to_address, input, index } of transactions)
    if (to_address && input.length > 0) note(to_address, index);
  for (const { to_address, input_size, type, is_undone, transaction_index } of calls)
    if (to_address && input_size > 0 && type === 'call' && !is_undone) note(to_address, transaction_index);
}

function factsOf(batch: Batch, address: Buffer, height: number): AddressFacts {
  const key = keyOf(address);
  const known = batch.addresses.get(key);
  if (known) return known;
  const facts: AddressFacts = {
    address,
    first_seen_block: height,
    first_sent_block: null,
    created_block: null,
    created_transaction_index: null,
    is_created_by_receipt: false,
    first_fhe_block: null,
    is_recoded: false,
    forwards_to: null,
    is_authority: false,
    may_have_code: false,
    is_called: false,
    is_undelegated: false,
    code: undefined,
  };
  batch.addresses.set(key, facts);
  return facts;
}

function collectToken(batch: Batch, transfer: NewRow<'token_transfers'>): void {
  const { block_number: height, token_address: address, token_type: type } = transfer;
  const key = keyOf(address);
  const token = batch.tokens.get(key) ?? {
    address,
    type,
    first_seen_block: height,
    transfers_count: 0,
    types: new Map<TokenType, number>(),
    is_supply_stale: false,
  };
  batch.tokens.set(key, token);
  token.transfers_count += 1;
  token.type = higherTokenType(token.type, type);
  if (!token.types.has(type)) token.types.set(type, height);
  if (transfer.from_address.equals(ZERO_ADDRESS) || transfer.to_address.equals(ZERO_ADDRESS))
    token.is_supply_stale = true;
}

function collectInstances(batch: Batch, rows: BlockRows): void {
  const transfers = new Map(rows.token_transfers.map((transfer) => [transfer.log_index, transfer]));
  for (const { token_address, token_id, log_index } of rows.token_instance_transfers) {
    const transfer = transfers.get(log_index);
    const key = `${keyOf(token_address)}${token_id}`;
    const instance = batch.instances.get(key) ?? { token_address, token_id, transfers_count: 0, owner: null };
    batch.instances.set(key, instance);
    instance.transfers_count += 1;
    instance.owner = transfer && hasTrait(transfer.token_type, 'unique') ? transfer.to_address : null;
  }
}
