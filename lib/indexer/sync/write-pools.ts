import { toEventSelector } from 'viem/utils';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { POOL_TOPICS } from '@/lib/evm/actions/uniswap-v3';
import { hexToBuffer } from '@/lib/evm/hex';
import { hasExchanges, identifyPool, type Pool } from '@/lib/evm/pools';
import { keyOf } from './batch';
import type { BlockRows } from './block-rows';

/** Events of pools when they move both tokens: of Uniswap V2 and V3, and of forks with other fields. */
const TOPICS: ReadonlySet<string> = new Set(
  [
    ...POOL_TOPICS,
    ...[
      'Sync(uint112,uint112)',
      'Sync(uint256,uint256)',
      'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
    ].map((event) => hexToBuffer(toEventSelector(event))),
  ].map(keyOf),
);
/** Of a pool in a transaction: every pair is tried. */
const MAX_TOKENS = 3;
/** Emitters that are tried in a block: anyone can emit these events. */
const MAX_EMITTERS = 1_000;

/** A pool, and the block that shows it. */
export type FoundPool = Pool & Readonly<{ address: Buffer; block_number: number }>;

/** The pools that consecutive blocks show, each in the first of them. Pure. */
export function listPools(chainId: number, blocks: readonly BlockRows[]): FoundPool[] {
  if (!hasExchanges(chainId)) return [];
  const pools = new Map<string, FoundPool>();
  for (const { block, logs, token_transfers } of blocks)
    for (const pool of findPools(chainId, { number: block.number, logs, token_transfers }))
      if (!pools.has(keyOf(pool.address))) pools.set(keyOf(pool.address), pool);
  return [...pools.values()];
}

/** Adds the pools that are not known, or not since so early a block. */
export async function writePools(sql: Transaction, db: Database, found: readonly FoundPool[]): Promise<void> {
  if (found.length === 0) return;
  const column = (read: (pool: FoundPool) => Buffer | string | number | null) =>
    toArrayLiteral(found.map(read));
  await sql`
    insert into ${db.schema}.pools as p (address, token0, token1, fee, exchange, block_number)
    select * from unnest(
      ${column(({ address }) => address)}::bytea[],
      ${column(({ token0 }) => token0)}::bytea[],
      ${column(({ token1 }) => token1)}::bytea[],
      ${column(({ fee }) => fee)}::integer[],
      ${column(({ exchange }) => exchange)}::text[],
      ${column(({ block_number }) => block_number)}::bigint[]
    )
    on conflict (address) do update set block_number = excluded.block_number
      where excluded.block_number < p.block_number`;
}

/** The pools that emitted a pool's event in a transaction in which they moved their tokens, as rows of block `number`. */
export function findPools(
  chainId: number,
  { number, logs, token_transfers }: Pick<BlockRows, 'logs' | 'token_transfers'> & { number: number },
): FoundPool[] {
  const placeOf = (index: number, address: Buffer) => `${index} ${keyOf(address)}`;
  const emitters = new Map<string, { address: Buffer; tokens: Buffer[] }>();
  for (const { transaction_index, address, topic0 } of logs)
    if (emitters.size < MAX_EMITTERS && topic0 !== null && TOPICS.has(keyOf(topic0)))
      emitters.set(placeOf(transaction_index, address), { address, tokens: [] });
  if (emitters.size === 0) return [];
  for (const { transaction_index, token_address, from_address, to_address } of token_transfers)
    for (const party of [from_address, to_address]) {
      const emitter = emitters.get(placeOf(transaction_index, party));
      const isNew = emitter?.tokens.every((token) => !token.equals(token_address));
      if (isNew && emitter && emitter.tokens.length < MAX_TOKENS && !token_address.equals(party))
        emitter.tokens.push(token_address);
    }
  return [...emitters.values()].flatMap(({ address, tokens }) => {
    const pool = identifyPool(chainId, address, tokens);
    return pool === undefined ? [] : [{ ...pool, address, block_number: number }];
  });
}
