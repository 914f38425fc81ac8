import pMap from 'p-map';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { WORD } from '@/lib/evm/words';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import type { Rpc } from '@/lib/rpc/client';
import { unbatched } from '@/lib/rpc/failover';
import { type Call, fetchCall, type StateHeight } from '@/lib/rpc/methods';
import type { ContractSource } from './contract-cooldown';
import { readFheApps } from './fhe-apps';
import { readHcuLimits, readWiring } from './hcu-limits';
import { enrichInstances } from './instance-metadata';
import { readProxies } from './proxies';
import { decodeTokenText, readAbiString, toSearchText } from './token-text';

type TokenEntry = { address: Buffer; transfers_count: number };

const NAME = hexToBuffer('0x06fdde03');
const SYMBOL = hexToBuffer('0x95d89b41');
const DECIMALS = hexToBuffer('0x313ce567');
const TOTAL_SUPPLY = hexToBuffer('0x18160ddd');
const CONFIDENTIAL_PROTOCOL_ID = hexToBuffer('0x8927b030');
/** Contracts per round, and in parallel. */
const PER_STEP = 40;
const CONCURRENCY = 4;
const MAX_DECIMALS = 255n;

/**
 * Reads from some contracts: name, symbol, decimals and supply of new tokens, protocol ID of contracts that use FHE,
 * metadata of new NFTs, limits of HCULimit, targets of new and upgraded proxies, and with `isAtHead` the supply of tokens that were minted
 * or burnt. Calls are not batched: in a batch, a node or a proxy could swap the names of two tokens. Returns how many it
 * tried; 0 when only contracts in cooldown are left. Marks a contract that reverts or returns garbage. Throws AppError
 * when the node does not answer; the contract then stays pending.
 */
export async function enrichContracts(
  given: ContractSource,
  options: { isAtHead: boolean },
): Promise<number> {
  const source = { ...given, rpc: unbatched(given.rpc) };
  const { db, cooldown } = source;
  await readWiring(source);
  const limits = (await readHcuLimits(source)) + (await readFheApps(source));
  const cooling = cooldown.toArrayLiteral();
  const tokens = await db.sql<TokenEntry[]>`
    select address, transfers_count from ${db.schema}.tokens
    where metadata_status = 'pending' and address <> all(${cooling}::bytea[])
    order by first_seen_block limit ${PER_STEP}`;
  const stale = options.isAtHead
    ? await db.sql<TokenEntry[]>`
        select address, transfers_count from ${db.schema}.tokens
        where is_supply_stale and metadata_status <> 'pending' and address <> all(${cooling}::bytea[])
        limit ${PER_STEP}`
    : [];
  const callers = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.addresses
    where first_fhe_block is not null and is_fhe is null and is_contract
      and address <> all(${cooling}::bytea[])
    order by first_fhe_block limit ${PER_STEP}`;
  await pMap(tokens, (token) => cooldown.run(token.address, () => enrichToken(source, token)), {
    concurrency: CONCURRENCY,
  });
  await pMap(stale, (token) => cooldown.run(token.address, () => refreshSupply(source, token)), {
    concurrency: CONCURRENCY,
  });
  await pMap(callers, ({ address }) => cooldown.run(address, () => enrichCaller(source, address)), {
    concurrency: CONCURRENCY,
  });
  const instances = await enrichInstances(source);
  const proxies = await readProxies(given);
  return tokens.length + stale.length + callers.length + instances + proxies + limits;
}

async function enrichToken(
  { rpc, db }: ContractSource,
  { address, transfers_count }: TokenEntry,
): Promise<void> {
  const height = await findStateHeight(db);
  const [nameOutput = null, symbolOutput = null, decimalsOutput = null, supplyOutput = null] =
    await Promise.all(
      [NAME, SYMBOL, DECIMALS, TOTAL_SUPPLY].map((data) => fetchOutput(rpc, { to: address, data }, height)),
    );
  const name = nameOutput && decodeTokenText(nameOutput);
  const symbol = symbolOutput && decodeTokenText(symbolOutput);
  // Of a text the first word is its offset; zero reads as an empty one.
  const isText = decimalsOutput !== null && (readAbiString(decimalsOutput)?.length ?? 0) > 0;
  const decimalsValue = isText ? null : readUint(decimalsOutput);
  const decimals = decimalsValue !== null && decimalsValue <= MAX_DECIMALS ? decimalsValue : null;
  const supply = readUint(supplyOutput);
  if (name === null && symbol === null && decimals === null && supply === null) {
    // what a contract said that is gone is kept
    await db.sql`
      update ${db.schema}.tokens set
        metadata_status = 'failed', total_supply = null, is_supply_stale = transfers_count <> ${transfers_count}
      where address = ${address} and ${whileLeading(db)}`;
    return;
  }
  await db.sql`
    update ${db.schema}.tokens set
      metadata_status = 'fetched',
      name = ${name}, symbol = ${symbol},
      decimals = ${toNumeric(decimals)}::numeric, total_supply = ${toNumeric(supply)}::numeric,
      search_text = ${toSearchText(name, symbol)},
      is_supply_stale = transfers_count <> ${transfers_count}
    where address = ${address} and ${whileLeading(db)}`;
}

/** The supply stays stale when more transfers were indexed meanwhile. */
async function refreshSupply(
  { rpc, db }: ContractSource,
  { address, transfers_count }: TokenEntry,
): Promise<void> {
  const height = await findStateHeight(db);
  const supply = readUint(await fetchOutput(rpc, { to: address, data: TOTAL_SUPPLY }, height));
  await db.sql`
    update ${db.schema}.tokens set
      total_supply = ${toNumeric(supply)}::numeric, is_supply_stale = transfers_count <> ${transfers_count}
    where address = ${address} and ${whileLeading(db)}`;
}

async function enrichCaller({ rpc, db }: ContractSource, address: Buffer): Promise<void> {
  const height = await findStateHeight(db);
  const protocolId = readUint(
    await fetchOutput(rpc, { to: address, data: CONFIDENTIAL_PROTOCOL_ID }, height),
  );
  await db.sql`
    update ${db.schema}.addresses set is_fhe = ${protocolId !== null && protocolId > 0n}
    where address = ${address} and first_fhe_block is not null and ${whileLeading(db)}`;
}

/** What a getter returns; null when it reverts. Throws when the node does not execute it. */
async function fetchOutput(rpc: Rpc, call: Call, height: StateHeight): Promise<Buffer | null> {
  const outcome = await fetchCall(rpc, call, height);
  if (outcome.kind === 'refused') throw outcome.error;
  return outcome.kind === 'returned' ? outcome.output : null;
}

/** The first word; null when there is none. */
function readUint(output: Buffer | null): bigint | null {
  return output !== null && output.length >= WORD ? bufferToBigint(output.subarray(0, WORD)) : null;
}

function toNumeric(value: bigint | null): string | null {
  return value === null ? null : String(value);
}
