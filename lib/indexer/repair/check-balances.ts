import type { Database } from '@/lib/db/open-database';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { Rpc } from '@/lib/rpc/client';
import type { CalledBalance, FetchBalances } from '@/lib/rpc/token-balances';
import {
  type BalanceCheckResult,
  type BalanceSource,
  type FetchedBalance,
  storeBalanceResults,
} from './fetched-balances';
import { type SampledBlock, type SampledToken, sampleSums } from './sample-balances';

/** Where balances are fetched from and stored. */
export type BalanceContext = Readonly<{ rpc: Rpc; db: Database; fetchBalances: FetchBalances }>;

/** balanceOf for the samples of one token, in their order, totalSupply() and the zero address's balance. */
export type TokenBalances = Readonly<{
  balances: readonly CalledBalance[];
  supply: CalledBalance;
  burnt: CalledBalance;
}>;

/**
 * Compares the transfer sums of these tokens with balanceOf at the tip, and stores the results. Throws AppError when
 * the node does not answer; a token whose calls it rejects gets no result.
 */
export async function checkBalances(
  context: BalanceContext,
  tokens: readonly Readonly<{ address: Buffer; type: string }>[],
): Promise<void> {
  for (const sampled of await sampleSums(context.db, tokens)) await checkSampled(context, sampled);
}

async function checkSampled(
  { rpc, db, fetchBalances }: BalanceContext,
  { block, tokens }: SampledBlock,
): Promise<void> {
  const calls = tokens.flatMap(({ token, samples, supply }) => [
    ...samples.map(({ holder, token_id: tokenId }) => ({ token, holder, tokenId })),
    ...(supply === null ? [] : [holderCall(token, null), holderCall(token, ZERO_ADDRESS)]),
  ]);
  const answers = await fetchBalances(rpc, block, calls);
  const checks: BalanceCheckResult[] = [];
  const fetched: FetchedBalance[] = [];
  const left = [...answers];
  for (const sampled of tokens) {
    const balances = left.splice(0, sampled.samples.length);
    const [supply, burnt] = sampled.supply === null ? [] : left.splice(0, 2);
    const balances_by = classifyBalances(sampled, { balances, supply, burnt });
    if (balances_by === undefined) continue;
    checks.push({ token: sampled.token, balances_by, transfers_count: sampled.transfers_count });
    if (balances_by === 'calls') {
      fetched.push(
        ...sampled.samples.map(({ holder, token_id: tokenId }, at) => ({
          call: { token: sampled.token, holder, tokenId },
          value: balances[at],
        })),
      );
    }
  }
  await storeBalanceResults(db, { block, checks, balances: fetched });
}

function holderCall(token: Buffer, holder: Buffer | null) {
  return { token, holder, tokenId: null };
}

/**
 * `transfers` when every sum equals the balance and they add up to the supply; `none` when the contract returns no
 * balance at all; `calls` otherwise. Undefined when the node left a call unanswered.
 */
export function classifyBalances(
  { samples, isWhole, supply }: Pick<SampledToken, 'samples' | 'isWhole' | 'supply'>,
  answers: TokenBalances,
): BalanceSource | undefined {
  const { balances } = answers;
  if (balances.includes(undefined)) return undefined;
  if (balances.every((balance) => balance === null)) return 'none';
  const isEqual = samples.every(({ sum }, at) => sum === balances[at]);
  return isWhole && isEqual && isSupplied(supply, answers) ? 'transfers' : 'calls';
}

/** Tokens credited without a transfer are missing in the sum. Not every contract has a supply to compare with. */
function isSupplied(sum: bigint | null, { supply, burnt }: TokenBalances): boolean {
  if (sum === null || supply == null) return true;
  return supply === sum || supply === sum + (burnt ?? 0n);
}
