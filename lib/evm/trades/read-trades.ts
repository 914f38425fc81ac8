import { createEventReader, type ReadEvent } from '@/lib/evm/actions/event-reader';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToBigint } from '@/lib/evm/hex';

/** What the price of a pool follows from: of Uniswap V2 the reserves, of V3 √price · 2⁹⁶ and the liquidity there. */
export type PoolState =
  | Readonly<{ kind: 'reserves'; reserve0: bigint; reserve1: bigint }>
  | Readonly<{ kind: 'price'; sqrtPrice: bigint; liquidity: bigint }>;

/** A swap of a pool: what it got and gave in smallest units, `isZeroForOne` if it got token0, and its state after it. */
export type Trade = Readonly<{
  transactionIndex: number;
  logIndex: number;
  isZeroForOne: boolean;
  paid: bigint;
  bought: bigint;
  /** Null for a pair whose reserves are not logged right before the swap. */
  after: PoolState | null;
}>;

const EVENTS = createEventReader([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint128 protocolFeesToken0, uint128 protocolFeesToken1)',
]);

/** First topics of the events that tell a pool's swaps: of Uniswap V2 and V3, and of PancakeSwap V3. */
export const TRADE_TOPICS: readonly Buffer[] = EVENTS.topics;

/** The swaps among the logs of one pool, which are in order. */
export function readTrades(logs: readonly (EvmLog & { transactionIndex: number })[]): Trade[] {
  let synced: { logIndex: number; state: PoolState } | undefined;
  return logs.flatMap((log): Trade[] => {
    const event = EVENTS.read(log);
    if (event === undefined) return [];
    const { logIndex, transactionIndex } = log;
    if (event.name === 'Sync') {
      const [reserve0, reserve1] = [readUint(event, 'reserve0'), readUint(event, 'reserve1')];
      synced = { logIndex, state: { kind: 'reserves', reserve0, reserve1 } };
      return [];
    }
    const isPair = event.words.has('amount0In');
    const [amount0, amount1] = isPair
      ? [
          readUint(event, 'amount0In') - readUint(event, 'amount0Out'),
          readUint(event, 'amount1In') - readUint(event, 'amount1Out'),
        ]
      : [readInt(event, 'amount0'), readInt(event, 'amount1')];
    if (amount0 * amount1 >= 0n) return [];
    const isZeroForOne = amount0 > 0n;
    const [paid, bought] = isZeroForOne ? [amount0, -amount1] : [amount1, -amount0];
    const reserves = synced?.logIndex === logIndex - 1 ? synced.state : null;
    const after = isPair ? reserves : readPrice(event);
    return [{ transactionIndex, logIndex, isZeroForOne, paid, bought, after }];
  });
}

function readPrice(event: ReadEvent): PoolState {
  return {
    kind: 'price',
    sqrtPrice: readUint(event, 'sqrtPriceX96'),
    liquidity: readUint(event, 'liquidity'),
  };
}

const readUint = ({ words }: ReadEvent, name: string) => bufferToBigint(words.get(name) ?? Buffer.alloc(1));
const readInt = (event: ReadEvent, name: string) => BigInt.asIntN(256, readUint(event, name));
