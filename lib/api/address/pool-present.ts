import { presentText } from '@/lib/api/values';
import { bufferToAddress } from '@/lib/evm/hex';
import type { PoolFacts } from './facts-query';

const MAX_SYMBOL = 16;
/** Hundredths of a basis point in a percent. */
const PERCENT = 10_000;

/** `Uniswap V3: USDC/WETH 0.05%`; a token without a symbol by the digits of its address. */
export function namePool({ exchange, fee, tokens }: PoolFacts): string {
  const pair = tokens.map(({ address, symbol }) => {
    const text = presentText(symbol);
    const hash = bufferToAddress(address);
    return text === null || text.length > MAX_SYMBOL ? `${hash.slice(0, 8)}…${hash.slice(-6)}` : text;
  });
  return `${exchange}: ${pair.join('/')}${fee === null ? '' : ` ${fee / PERCENT}%`}`;
}

/** What the name of a pool follows from, as the `meta` of a tag. */
export function presentPool({ exchange, fee, tokens }: PoolFacts): Record<string, unknown> {
  const addresses = tokens.map(({ address }) => bufferToAddress(address));
  return { source: 'chain', kind: 'pool', exchange, fee, tokens: addresses };
}
