import { createRandom } from './random';

const GWEI = 1_000_000_000n;
/** What every sender is ready to pay per gas: above every base fee of the demo chain. */
export const MAX_FEE_PER_GAS = 60n * GWEI;
/** Gas price of the transactions that predate EIP-1559. */
export const GAS_PRICE = 40n * GWEI;

/** Wei per gas; waves of several lengths between 4 and 30 gwei, since a demo chain's blocks are never full. */
export function baseFeeOf(height: number): bigint {
  const wave = 15 + 6 * Math.sin(height / 23) + 3 * Math.sin(height / 5.3) + 2 * Math.sin(height / 91);
  return BigInt(Math.round(wave * 1e9));
}

/** Wei per gas that a sender tips: between 0.05 and 2 gwei, the same for the same nonce. */
export function priorityFeeOf(nonce: number): bigint {
  return 50_000_000n * BigInt(1 + createRandom(`tip ${nonce}`).int(40));
}
