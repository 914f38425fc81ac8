import { toEventSelector } from 'viem/utils';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToAddress, bufferToBigint, bufferToHex, type Hex, hexToBuffer } from '@/lib/evm/hex';
import { WORD, wordToAddress } from '@/lib/evm/words';
import { type FactLookup, formatTokenAmount, type TransactionAction } from './action';
import { createEventReader } from './event-reader';

type SwapSide = Readonly<{ token: Hex; amount: bigint }>;

const EVENTS = createEventReader([
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
]);
const TRANSFER = hexToBuffer(toEventSelector('Transfer(address,address,uint256)'));
const ZERO_WORD = Buffer.alloc(WORD);

/** First topics of the pool events that are actions. */
export const POOL_TOPICS: readonly Buffer[] = EVENTS.topics;

/** A minted position NFT; addresses are in lower case. */
export type MintedPosition = Readonly<{ manager: Hex; to: Hex; id: bigint }>;

/**
 * The action of a pool event; in a swap, 0 is the input and 1 the output, both positive. Undefined when it does not
 * decode, the emitter is no pool, or facts are missing (see the lookup).
 */
export function decodePoolAction(log: EvmLog, facts: FactLookup): TransactionAction | undefined {
  const event = EVENTS.read(log);
  const pool = event && facts.findPool(bufferToHex(log.address));
  const [amount0, amount1] = [event?.words.get('amount0'), event?.words.get('amount1')];
  if (!pool || amount0 === undefined || amount1 === undefined) return undefined;
  const sides = [
    { token: pool.token0, amount: bufferToBigint(amount0) },
    { token: pool.token1, amount: bufferToBigint(amount1) },
  ] as const;
  const [first, second] = event.name === 'Swap' ? orderSwap(...sides) : sides;
  const data0 = first && nameSide('0', first, facts);
  const data1 = second && nameSide('1', second, facts);
  if (!data0 || !data1) return undefined;
  return { protocol: 'uniswap_v3', type: event.name.toLowerCase(), data: { ...data0, ...data1 } };
}

/** The position minted by this log, if its emitter is in `managers` (lower case). */
export function decodeMintedPosition(log: EvmLog, managers: ReadonlySet<string>): MintedPosition | undefined {
  const [topic, from, to, id] = log.topics;
  if (!topic?.equals(TRANSFER) || !from?.equals(ZERO_WORD) || id === undefined) return undefined;
  const manager = bufferToHex(log.address);
  const owner = wordToAddress(to);
  if (owner === undefined || !managers.has(manager)) return undefined;
  return { manager, to: bufferToHex(owner), id: bufferToBigint(id) };
}

/** One action for positions of the same manager and owner; undefined when the manager's token facts are missing. */
export function describeMintedPositions(
  positions: readonly MintedPosition[],
  blockNumber: number,
  facts: FactLookup,
): TransactionAction | undefined {
  const [first] = positions;
  const token = first && facts.findToken(first.manager);
  if (!token) return undefined;
  return {
    protocol: 'uniswap_v3',
    type: 'mint_nft',
    data: {
      name: token.name,
      symbol: token.symbol,
      address: bufferToAddress(hexToBuffer(first.manager)),
      to: bufferToAddress(hexToBuffer(first.to)),
      ids: positions.map(({ id }) => id.toString()),
      block_number: blockNumber,
    },
  };
}

/** Input first, then output; amounts are signed from the pool's view. Empty when both have the same sign. */
function orderSwap(one: SwapSide, other: SwapSide): readonly [SwapSide, SwapSide] | readonly [] {
  const [first, second] = [BigInt.asIntN(256, one.amount), BigInt.asIntN(256, other.amount)];
  if (first >= 0n && second <= 0n)
    return [
      { ...one, amount: first },
      { ...other, amount: -second },
    ];
  if (first <= 0n && second >= 0n)
    return [
      { ...other, amount: second },
      { ...one, amount: -first },
    ];
  return [];
}

function nameSide(suffix: '0' | '1', { token, amount }: SwapSide, facts: FactLookup) {
  const tokenFacts = facts.findToken(token);
  if (!tokenFacts) return undefined;
  return {
    [`address${suffix}`]: bufferToAddress(hexToBuffer(token)),
    [`amount${suffix}`]: formatTokenAmount(amount, tokenFacts),
    [`symbol${suffix}`]: tokenFacts.symbol,
  };
}
