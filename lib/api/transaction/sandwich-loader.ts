import { loadAddresses, loadTokens } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import type { CallContext } from '@/lib/api/implement';
import { presentToken } from '@/lib/api/token/present';
import type { SandwichPart } from '@/lib/endpoints/transaction-overview';
import { bufferToHex } from '@/lib/evm/hex';
import { hasExchanges } from '@/lib/evm/pools';
import { readTrades, TRADE_TOPICS, type Trade } from '@/lib/evm/trades/read-trades';
import {
  accountsOf,
  compareLengths,
  findHolding,
  findSandwiches,
  type Holding,
  quoteWithoutFront,
  type Sandwich,
} from '@/lib/evm/trades/sandwiches';
import type { TransactionRow } from './query';
import { findTradeBefore, listMovements, listPoolLogs, type PoolLogRow } from './sandwich-query';

const LIMITS = { pools: 16, logs: 100 };
/** Pairs whose holdings are looked at. */
const MAX_CANDIDATES = 8;
const MAX_VICTIMS = 10;
/** What pairs keep, in hundredths of a basis point; a figure is given only if that is what they kept. */
const [PAIR_FEE, PANCAKE_FEE] = [3_000, 2_500];

type Candidate = Readonly<{ pool: PoolLogRow; trades: readonly Trade[]; sandwich: Sandwich }>;

/** The sandwich that a transaction is part of, as the swaps of its pools in its block and the tokens that were held in between show; else null. */
export async function loadSandwich(
  { db }: Pick<CallContext, 'db'>,
  row: TransactionRow,
): Promise<SandwichPart | null> {
  // every swap emits an event of its pool: skip transactions that only transferred tokens
  if (row.logs_count <= row.token_transfers_count || !hasExchanges(db.chainId)) return null;
  const logs = await listPoolLogs(db, row.hash, { topics: TRADE_TOPICS, ...LIMITS });
  const pools = new Set(logs.map(({ address }) => bufferToHex(address)));
  const hashes = new Map(logs.map(({ transactionIndex, hash }) => [transactionIndex, bufferToHex(hash)]));
  const candidates = [...pools]
    .flatMap((pool) =>
      listCandidates(
        logs.filter(({ address }) => bufferToHex(address) === pool),
        row.index,
      ),
    )
    .sort((one, other) => compareLengths(one.sandwich, other.sandwich));
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const holding = await loadHolding({ db }, row.block_number, candidate);
    if (holding === undefined) continue;
    const part = await present({ db }, row, { ...candidate, holding, hashes });
    if (part !== null) return part;
  }
  return null;
}

function listCandidates(logs: readonly PoolLogRow[], index: number): Candidate[] {
  const [pool] = logs;
  if (pool === undefined) return [];
  const trades = readTrades(logs);
  const traders = new Map(
    logs.map(({ transactionIndex, from, to }) => [transactionIndex, { index: transactionIndex, from, to }]),
  );
  return findSandwiches(trades, traders, index).map((sandwich) => ({ pool, trades, sandwich }));
}

function tokensOf({ pool: { token0, token1 }, sandwich: { front } }: Candidate) {
  return front.isZeroForOne ? { paid: token0, bought: token1 } : { paid: token1, bought: token0 };
}

async function loadHolding(
  { db }: Pick<CallContext, 'db'>,
  block_number: number,
  candidate: Candidate,
): Promise<Holding | undefined> {
  const { front, back } = candidate.sandwich;
  const tokens = tokensOf(candidate);
  const filter = { block_number, indexes: [front.index, back.index], from: front.from };
  const movements = await listMovements(
    db,
    { ...filter, tokens: Object.values(tokens) },
    accountsOf(candidate.sandwich),
  );
  return findHolding(candidate.sandwich, movements, tokens);
}

type Found = Candidate & Readonly<{ holding: Holding; hashes: ReadonlyMap<number, string> }>;

/** Null if its tokens are not known, or if it cost the victim nothing. */
async function present(
  { db }: Pick<CallContext, 'db'>,
  { index, block_number }: TransactionRow,
  found: Found,
): Promise<SandwichPart | null> {
  const { pool, sandwich, holding, hashes } = found;
  const { front, victims, back } = sandwich;
  const { paid, bought } = tokensOf(found);
  const victim = victims.find((one) => one.index === index);
  const [addresses, tokens, expected] = await Promise.all([
    loadAddresses(db, [pool.address, holding.account]),
    loadTokens(db, [paid, bought]),
    victim && quoteVictim({ db }, block_number, { ...found, victim: index }),
  ]);
  const [paidToken, boughtToken] = [paid, bought].map((token) => tokens.get(token.toString('hex')));
  if (!paidToken || !boughtToken || (victim && expected !== undefined && expected <= victim.bought))
    return null;
  const hashOf = ({ index: at }: { index: number }) => hashes.get(at) ?? [];
  const [first, last] = [front, back].flatMap(hashOf);
  return {
    role: victim ? 'victim' : index === front.index ? 'front' : 'back',
    pool: presentAddress(pool.address, addresses),
    account: presentAddress(holding.account, addresses),
    front: first ?? '',
    back: last ?? '',
    victims: victims.slice(0, MAX_VICTIMS).flatMap(hashOf),
    victims_count: victims.length,
    gain: holding.gain === null ? null : { token: presentToken(paidToken), amount: String(holding.gain) },
    cost:
      victim === undefined || expected === undefined
        ? null
        : { token: presentToken(boughtToken), amount: String(victim.bought), expected: String(expected) },
  };
}

async function quoteVictim(
  { db }: Pick<CallContext, 'db'>,
  block_number: number,
  { pool, trades, sandwich, victim }: Candidate & { victim: number },
): Promise<bigint | undefined> {
  const first = trades.find(({ transactionIndex }) => transactionIndex === sandwich.front.index);
  const fee = pool.fee ?? (pool.exchange === 'PancakeSwap V2' ? PANCAKE_FEE : PAIR_FEE);
  const sqrtPrice =
    first?.after?.kind === 'price' ? await findPrice({ db }, pool, { block_number, first }) : null;
  return quoteWithoutFront(sandwich, victim, { trades, fee: BigInt(fee), sqrtPrice });
}

async function findPrice(
  { db }: Pick<CallContext, 'db'>,
  { address }: PoolLogRow,
  { block_number, first: { logIndex } }: { block_number: number; first: Trade },
): Promise<bigint | null> {
  const log = await findTradeBefore(db, { address, block_number, log_index: logIndex }, TRADE_TOPICS);
  const [trade] = log === undefined ? [] : readTrades([{ ...log, transactionIndex: -1 }]);
  return trade?.after?.kind === 'price' ? trade.after.sqrtPrice : null;
}
