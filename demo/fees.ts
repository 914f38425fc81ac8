import { createRandom } from './random';

const GWEI = 1_000_000_000n;
/** Max fee per gas of every sender: above every base fee of the demo chain. */
export const MAX_FEE_PER_GAS = 60n * GWEI;
/** Gas price of legacy transactions. */
export const GAS_PRICE = 40n * GWEI;

/** Wei per gas: waves of several lengths between 4 and 30 gwei, since a demo chain's blocks are never full. */
export function baseFeeOf(height: number): bigint {
  const wave = 15 + 6 * Math.sin(height / 23) + 3 * Math.sin(height / 5.3) + 2 * Math.sin(height / 91);
  return BigInt(Math.round(wave * 1e9));
}

/** Priority fee per gas in wei: between 0.05 and 2 gwei, a function of the nonce. */
export function priorityFeeOf(nonce: number): bigint {
  return 50_000_000n * BigInt(1 + createRandom(`tip ${nonce}`).int(40));
}
