import pMap from 'p-map';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { WORD } from '@/lib/evm/words';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCall } from '@/lib/rpc/methods';
import type { ContractSource } from './contract-cooldown';
import { enrichInstances } from './instance-metadata';
import { readProxies } from './proxies';
import { decodeTokenText, toSearchText } from './token-text';

type TokenEntry = { address: Buffer; transfers_count: number };

const NAME = hexToBuffer('0x06fdde03');
const SYMBOL = hexToBuffer('0x95d89b41');
const DECIMALS = hexToBuffer('0x313ce567');
const TOTAL_SUPPLY = hexToBuffer('0x18160ddd');
const CONFIDENTIAL_PROTOCOL_ID = hexToBuffer('0x8927b030');
/** Contracts that are asked in one go, and at the same time. */
const PER_STEP = 40;
const CONCURRENCY = 4;
const LARGEST_DECIMALS = 255n;

/**
 * Asks some contracts what they say of themselves: new tokens their name, symbol, decimals and supply, contracts that
 * use FHE their protocol id, new NFTs their metadata, new and upgraded contracts what they are proxies for, and with
 * `isAtHead` tokens that were minted or burnt their supply. Gives how many were asked; 0 when nothing waits but what
 * rests. A contract that reverts or answers nonsense is noted so; a node that does not answer is an AppError, and the
 * contract waits.
 */
export async function enrichContracts(
  source: ContractSource,
  options: { isAtHead: boolean },
): Promise<number> {
  const { db, cooldown } = source;
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
  const proxies = await readProxies(source);
  return tokens.length + stale.length + callers.length + instances + proxies;
}

async function enrichToken(
  { rpc, db }: ContractSource,
  { address, transfers_count }: TokenEntry,
): Promise<void> {
  const ask = (selector: Buffer) => fetchOutput(rpc, address, selector);
  const [nameOutput, symbolOutput, decimalsOutput, supplyOutput] = await Promise.all([
    ask(NAME),
    ask(SYMBOL),
    ask(DECIMALS),
    ask(TOTAL_SUPPLY),
  ]);
  const name = nameOutput && decodeTokenText(nameOutput);
  const symbol = symbolOutput && decodeTokenText(symbolOutput);
  const places = readUint(decimalsOutput);
  const decimals = places !== null && places <= LARGEST_DECIMALS ? places : null;
  const supply = readUint(supplyOutput);
  const isSilent = name === null && symbol === null && decimals === null && supply === null;
  await db.sql`
    update ${db.schema}.tokens set
      metadata_status = ${isSilent ? 'failed' : 'fetched'},
      name = ${name}, symbol = ${symbol},
      decimals = ${toNumeric(decimals)}::numeric, total_supply = ${toNumeric(supply)}::numeric,
      search_text = ${toSearchText(name, symbol)},
      is_supply_stale = transfers_count <> ${transfers_count}
    where address = ${address}`;
}

/** When more transfers were indexed since it was read, the supply stays stale. */
async function refreshSupply(
  { rpc, db }: ContractSource,
  { address, transfers_count }: TokenEntry,
): Promise<void> {
  const supply = readUint(await fetchOutput(rpc, address, TOTAL_SUPPLY));
  await db.sql`
    update ${db.schema}.tokens set
      total_supply = ${toNumeric(supply)}::numeric, is_supply_stale = transfers_count <> ${transfers_count}
    where address = ${address}`;
}

async function enrichCaller({ rpc, db }: ContractSource, address: Buffer): Promise<void> {
  const protocolId = readUint(await fetchOutput(rpc, address, CONFIDENTIAL_PROTOCOL_ID));
  await db.sql`
    update ${db.schema}.addresses set is_fhe = ${protocolId !== null && protocolId > 0n}
    where address = ${address} and first_fhe_block is not null`;
}

/** What the getter returns on the newest state, null when it reverts. Throws when the node does not execute it. */
async function fetchOutput(rpc: Rpc, to: Buffer, selector: Buffer): Promise<Buffer | null> {
  const outcome = await fetchCall(rpc, { to, data: selector }, 'latest');
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
