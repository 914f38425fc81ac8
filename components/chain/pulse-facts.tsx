import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import type { PriceSource } from '@/lib/endpoints/price-source';
import { formatPercent, formatRate, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { CoinAmount } from './amount';
import { BlockLink } from './block-link';
import { transactionRate } from './chain-health';
import { ChainLink } from './chain-link';
import { Fact, FactNote } from './facts';
import { type IndexProof, Unprovable } from './proven-blocks';
import { COIN_DECIMALS, Worth } from './worth';

const FIGURE = 'key-figure';

/** The fields of a block that the figures are computed from. */
type PulseBlock = Readonly<{
  timestamp: string;
  transactions_count: number;
  gas_used: string;
  gas_limit: string;
}>;

/** Transactions and fees of the last day. */
type DayStats = Readonly<{
  pending_transactions_count: string;
  is_mempool_known: boolean;
  is_whole_24h: boolean;
  transactions_count_24h: string;
  transaction_fees_avg_24h: string;
  exchange_rate: string | null;
  exchange_rate_source: PriceSource | null;
}>;

/** Transactions per second in the latest blocks, and the number of pending ones where known. */
export function RateFact({ blocks, day }: { blocks: readonly PulseBlock[]; day: DayStats | undefined }) {
  const rate = transactionRate(blocks);
  if (rate === undefined && day === undefined) return null;
  return (
    <Fact label={t('Transactions per second')}>
      {rate === undefined ? (
        <span className="text-faint">{t('not known yet')}</span>
      ) : (
        <span className={FIGURE}>{formatRate(rate)}</span>
      )}
      {rate !== undefined && (
        <FactNote>
          {t('in the latest {count, plural, one {# block} other {# blocks}}', { count: blocks.length })}
        </FactNote>
      )}
      {day?.is_mempool_known && (
        <FactNote>
          {t('{pendingTransactionsCount} pending', {
            pendingTransactionsCount: groupDigits(day.pending_transactions_count),
          })}
        </FactNote>
      )}
    </Fact>
  );
}

/** Gas used as a share of the limits of the latest blocks. */
export function UtilizationFact({ blocks }: { blocks: readonly PulseBlock[] }) {
  const used = sumOf(blocks, (block) => block.gas_used);
  const limit = sumOf(blocks, (block) => block.gas_limit);
  const share = formatPercent(used, limit);
  if (share === undefined) return null;
  return (
    <Fact label={t('Gas utilization')} hint={t('Gas used as a share of the gas limits of the latest blocks')}>
      <span className={FIGURE}>{share}</span>
      <Meter
        className="my-1.5"
        label={t('{share} of the gas limits used', { share })}
        stretches={[{ perMille: perMille(used, limit), className: 'fill-accent' }]}
      />
      <FactNote>
        {t('of the gas limits of the latest {count, plural, one {# block} other {# blocks}}', {
          count: blocks.length,
        })}
      </FactNote>
    </Fact>
  );
}

/** Transactions of the last day and what they paid on average. */
export function LastDayFact({ day, symbol }: { day: DayStats | undefined; symbol: string }) {
  if (day === undefined) return null;
  const isNone = day.transactions_count_24h === '0';
  return (
    <Fact label={t('Transactions, 24 hours')} hint={t('In the 24 hours before the latest block')}>
      <span className={FIGURE}>{groupDigits(day.transactions_count_24h)}</span>
      {!day.is_whole_24h && <FactNote>{t('only of the indexed blocks, which begin later')}</FactNote>}
      {!isNone && (
        <FactNote>
          {rich('average fee {amount}', {
            amount: <CoinAmount wei={day.transaction_fees_avg_24h} symbol={symbol} />,
          })}
          <Worth
            amount={day.transaction_fees_avg_24h}
            decimals={COIN_DECIMALS}
            symbol={symbol}
            now={{ rate: day.exchange_rate, source: day.exchange_rate_source }}
          />
        </FactNote>
      )}
    </Fact>
  );
}

type FinalityProps = {
  indexed: number | null;
  /** The highest indexed block that was seen finalized; null if none was. */
  finalized: number | null;
  proof: IndexProof | null;
};

/** The finalized block and the proven blocks. Nothing where neither is known. */
export function FinalityFact({ indexed, finalized, proof }: FinalityProps) {
  if (finalized === null && (proof === null || proof.status === 'unknown')) return null;
  return (
    <Fact label={finalized === null ? t('Proven blocks') : t('Finalized block')}>
      <span className={FIGURE}>
        {finalized === null ? (
          groupDigits(proof?.proven_blocks_count ?? 0)
        ) : (
          <BlockLink height={finalized} className="text-ink" />
        )}
      </span>
      {finalized !== null && indexed !== null && (
        <FactNote>
          {indexed === finalized
            ? t('the latest')
            : t('{count, plural, one {# block} other {# blocks}} before the latest', {
                count: indexed - finalized,
              })}
        </FactNote>
      )}
      {proof && <ProofNote proof={proof} />}
    </Fact>
  );
}

function ProofNote({ proof }: { proof: IndexProof }) {
  const { status, proven_from: from, proven_to: to } = proof;
  if (from !== null && to !== null)
    return (
      <FactNote>
        <ChainLink to={`/block/${to}`}>
          {t('proven #{from} to #{to}', { from: groupDigits(from), to: groupDigits(to) })}
        </ChainLink>
      </FactNote>
    );
  if (status !== 'unprovable') return null;
  return (
    <FactNote>
      <Unprovable proof={proof} />
    </FactNote>
  );
}

function sumOf(blocks: readonly PulseBlock[], read: (block: PulseBlock) => string): bigint {
  return blocks.reduce((sum, block) => sum + BigInt(read(block)), 0n);
}
