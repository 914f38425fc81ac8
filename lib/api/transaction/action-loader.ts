import type { CallContext } from '@/lib/api/implement';
import { findTokens } from '@/lib/api/token/query';
import { presentText } from '@/lib/api/values';
import { AAVE_TOPICS } from '@/lib/evm/actions/aave-v3';
import type { ActionFacts, PoolFacts, TokenFacts, TransactionAction } from '@/lib/evm/actions/action';
import { findActionContracts } from '@/lib/evm/actions/action-contracts';
import { decodeActions } from '@/lib/evm/actions/decode-actions';
import { POOL_TOPICS } from '@/lib/evm/actions/uniswap-v3';
import { bufferToHex, type Hex, hexToBuffer } from '@/lib/evm/hex';
import { hasExchanges, identifyPool } from '@/lib/evm/pools';
import { listActionLogs, listPoolTokens } from './action-query';
import type { TransactionRow } from './query';

const MAX_LOGS = 100;
const MAX_POOLS = 16;
/** Per pool, of transferred tokens and of its first ones: every pair is tried. */
const MAX_CANDIDATES = 6;

/** Actions in Aave v3 and Uniswap v3. A pool is trusted only if its CREATE2 address derives from its tokens. */
export async function loadActions(context: CallContext, row: TransactionRow): Promise<TransactionAction[]> {
  const { db } = context;
  // Every action emits an event of the protocol: skip transactions that only transferred tokens.
  if (row.logs_count <= row.token_transfers_count) return [];
  const contracts = findActionContracts(db.chainId);
  const { positionManagers } = contracts;
  const logs = await listActionLogs(db, row.hash, {
    topics: hasExchanges(db.chainId) ? [...AAVE_TOPICS, ...POOL_TOPICS] : AAVE_TOPICS,
    minters: [...positionManagers].map(hexToBuffer),
    limit: MAX_LOGS,
  });
  if (logs.length === 0) return [];
  const decode = (facts: ActionFacts) =>
    decodeActions(logs, { blockNumber: row.block_number, contracts, facts });
  const { pools: missing } = decode({ tokens: new Map(), pools: new Map() }).missing;
  const pools = await findPools(context, row, missing);
  const { tokens: named } = decode({ tokens: new Map(), pools }).missing;
  return decode({ tokens: await loadTokenFacts(context, named), pools }).actions;
}

async function findPools(
  { db, services }: CallContext,
  row: TransactionRow,
  requested: readonly Hex[],
): Promise<Map<string, PoolFacts | null>> {
  if (requested.length === 0) return new Map();
  const shown = requested.slice(0, MAX_POOLS);
  let candidates: ReturnType<typeof loadCandidates> | undefined;
  const find = async (pool: Hex) => {
    candidates ??= loadCandidates({ db, hash: row.hash, pools: shown });
    const found = identifyPool(db.chainId, hexToBuffer(pool), (await candidates).get(pool) ?? []);
    if (found?.exchange !== 'Uniswap V3') return null;
    return { token0: bufferToHex(found.token0), token1: bufferToHex(found.token1) };
  };
  const known = shown.map(
    async (pool) => [pool, await services.pools(`${db.chainId}/${pool}`, () => find(pool))] as const,
  );
  return new Map(await Promise.all(known));
}

async function loadCandidates({ db, hash, pools }: Pick<CallContext, 'db'> & { hash: Buffer; pools: Hex[] }) {
  const rows = await listPoolTokens(db, hash, pools.map(hexToBuffer));
  const tokensOf = (pool: Hex) => {
    const own = rows.filter((row) => bufferToHex(row.pool) === pool);
    const [moved, first] = [own.filter((row) => row.is_moved), own.filter((row) => !row.is_moved)];
    const shown = [...moved.slice(0, MAX_CANDIDATES), ...first.slice(0, MAX_CANDIDATES)];
    const tokens = new Map(shown.map(({ token_address }) => [bufferToHex(token_address), token_address]));
    return [...tokens.values()];
  };
  return new Map(pools.map((pool) => [pool, tokensOf(pool)]));
}

async function loadTokenFacts(
  { db }: CallContext,
  addresses: readonly Hex[],
): Promise<Map<string, TokenFacts>> {
  const rows = await findTokens(db, addresses.map(hexToBuffer));
  return new Map(
    rows.map(({ address, name, symbol, decimals }) => [
      bufferToHex(address),
      {
        name: presentText(name),
        symbol: presentText(symbol),
        decimals: decimals === null ? null : Number(decimals),
      },
    ]),
  );
}
