import type { Database } from '@/lib/db/open-database';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { Rpc } from '@/lib/rpc/client';
import type { CalledBalance, FetchBalances } from '@/lib/rpc/token-balances';
import { type Answered, type BalanceSource, storeFindings, type Verdict } from './called-balances';
import { type SampledBlock, type SampledToken, sampleSums } from './sample-balances';

/** What balances are asked of and stored in. */
export type BalanceContext = Readonly<{ rpc: Rpc; db: Database; fetchBalances: FetchBalances }>;

/** The answers about one token: those to its samples, in their order, totalSupply() and the zero address's balance. */
export type TokenAnswers = Readonly<{
  balances: readonly CalledBalance[];
  supply: CalledBalance;
  burnt: CalledBalance;
}>;

/**
 * Compares sums of transfers of these tokens with what the contracts answer to balanceOf at the tip, and stores the
 * verdicts. Throws AppError when the node does not answer; a token that it refuses to read gets no verdict.
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
  const verdicts: Verdict[] = [];
  const answered: Answered[] = [];
  const left = [...answers];
  for (const sampled of tokens) {
    const balances = left.splice(0, sampled.samples.length);
    const [supply, burnt] = sampled.supply === null ? [] : left.splice(0, 2);
    const balances_by = judgeSums(sampled, { balances, supply, burnt });
    if (balances_by === undefined) continue;
    verdicts.push({ token: sampled.token, balances_by, transfers_count: sampled.transfers_count });
    if (balances_by === 'calls') {
      answered.push(
        ...sampled.samples.map(({ holder, token_id: tokenId }, at) => ({
          call: { token: sampled.token, holder, tokenId },
          value: balances[at],
        })),
      );
    }
  }
  await storeFindings(db, { block, verdicts, answers: answered });
}

function holderCall(token: Buffer, holder: Buffer | null) {
  return { token, holder, tokenId: null };
}

/**
 * `transfers` when every sum is the balance and they make up the supply; `none` when the contract gives no balance at
 * all; `calls` otherwise. Undefined when the node left a call unanswered.
 */
export function judgeSums(
  { samples, isWhole, supply }: Pick<SampledToken, 'samples' | 'isWhole' | 'supply'>,
  answers: TokenAnswers,
): BalanceSource | undefined {
  const { balances } = answers;
  if (balances.includes(undefined)) return undefined;
  if (balances.every((balance) => balance === null)) return 'none';
  const isEqual = samples.every(({ sum }, at) => sum === balances[at]);
  return isWhole && isEqual && isSupplied(supply, answers) ? 'transfers' : 'calls';
}

/** A holder who got tokens without a transfer is missing in the sum. Not every contract has a supply to compare with. */
function isSupplied(sum: bigint | null, { supply, burnt }: TokenAnswers): boolean {
  if (sum === null || supply == null) return true;
  return supply === sum || supply === sum + (burnt ?? 0n);
}
