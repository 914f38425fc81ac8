import { Age } from '@/components/chain/age';
import { CoinAmount, Unknown } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { COIN_DECIMALS, Worth } from '@/components/chain/worth';
import { LiveConfirmations } from '@/components/live/live-confirmations';
import { transactionProofHref } from '@/components/proof/proof-href';
import { ProofPill } from '@/components/proof/proof-pill';
import { describeStatus, STATUS_COLORS } from '@/components/transaction/transaction-status';
import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import type { Transaction } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatMilliseconds, formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { hasFailed, hasLeft } from '@/lib/sentence/verbs';
import { FeeFact } from './fee-fact';
import { ratesOf } from './rates-of';
import { TransactionStep } from './transaction-step';

/** Adjacent transactions in the block, and what the page shows of the block. */
export type Neighbors = Readonly<{
  previous: string | undefined;
  next: string | undefined;
  count: number | undefined;
  /** The state of the block's proof. */
  proof: Block['proof'];
}>;

type Props = { transaction: Transaction; chain: { id: string; symbol: string }; neighbors: Neighbors };

/** The five most important facts of a transaction. */
export function FactStrip({ transaction, chain, neighbors }: Props) {
  const status = describeStatus(transaction);
  return (
    <Facts className="grid-cols-2 md:grid-cols-6 xl:grid-cols-[0.9fr_1.15fr_1.1fr_1.2fr_1.3fr]">
      <Fact label={t('Status')} className="md:col-span-2 xl:col-span-1">
        <span className={`flex items-center gap-1.5 ${STATUS_COLORS[status.tone] ?? ''}`}>
          <Icon name={status.icon} />
          {status.text}
        </span>
        <FactNote>
          <Outcome transaction={transaction} chainId={chain.id} />
        </FactNote>
      </Fact>
      <Fact label={t('Block')} className="md:col-span-2 xl:col-span-1">
        <BlockFact transaction={transaction} chainId={chain.id} neighbors={neighbors} />
      </Fact>
      <Fact label={t('Time')} className="col-span-2 md:col-span-2 xl:col-span-1">
        <TimeFact transaction={transaction} />
      </Fact>
      <Fact label={t('Value')} className="col-span-2 md:col-span-3 xl:col-span-1">
        <CoinAmount wei={transaction.value} symbol={chain.symbol} isExact />
        <Worth
          amount={transaction.value}
          decimals={COIN_DECIMALS}
          symbol={chain.symbol}
          {...ratesOf(transaction)}
        />
        {isNeverSent(transaction) && <FactNote>{t('Not transferred')}</FactNote>}
      </Fact>
      <Fact
        label={transaction.fee.type === 'maximum' ? t('Max fee') : t('Transaction fee')}
        className="last:border-e-0 col-span-2 md:col-span-3 xl:col-span-1"
      >
        <FeeFact transaction={transaction} symbol={chain.symbol} />
      </Fact>
    </Facts>
  );
}

function Outcome({ transaction, chainId }: { transaction: Transaction; chainId: string }) {
  const { hash, block_number, position, status, confirmations, result, is_pending_update } = transaction;
  return (
    <>
      <LiveConfirmations
        chainId={chainId}
        hash={hash}
        initial={{ block_number, position, status, confirmations, is_pending_update }}
      />
      {hasFailed(transaction) && ` · ${displayText(result, 80)}`}
    </>
  );
}

function BlockFact(props: { transaction: Transaction; chainId: string; neighbors: Neighbors }) {
  const { block_number: number, position } = props.transaction;
  const { previous, next, count, proof } = props.neighbors;
  if (number === null) return <Unknown text={hasLeft(props.transaction) ? t('none') : t('pending')} />;
  return (
    <>
      <BlockLink height={number} />
      {position !== null && (
        <FactNote>
          <span className="flex flex-wrap items-center gap-1">
            <span
              title={
                count === undefined
                  ? t('Counted from 0')
                  : t('Counted from 0, of {count, plural, one {# transaction} other {# transactions}}', {
                      count,
                    })
              }
            >
              {t('Index {position}', { position: groupDigits(position) })}
            </span>
            <span className="flex">
              <TransactionStep
                chainId={props.chainId}
                hash={previous}
                icon="chevronLeft"
                text={t('Previous in block')}
              />
              <TransactionStep
                chainId={props.chainId}
                hash={next}
                icon="chevronRight"
                text={t('Next in block')}
              />
            </span>
            <ProofPill proof={proof} href={transactionProofHref(props.chainId, props.transaction.hash)} />
          </span>
        </FactNote>
      )}
    </>
  );
}

function isNeverSent(transaction: Transaction): boolean {
  return transaction.value !== '0' && hasLeft(transaction);
}

/** A very long wait comes from sparse blocks, not from this transaction. */
function isMeaningful(milliseconds: number | undefined): milliseconds is number {
  return milliseconds !== undefined && milliseconds > 0 && milliseconds < 600_000;
}

function TimeFact({ transaction }: { transaction: Transaction }) {
  const { timestamp, confirmation_duration: wait } = transaction;
  const { first_seen_at: seen } = transaction;
  if (timestamp === null) {
    return (
      <>
        <Unknown text={hasLeft(transaction) ? t('never') : t('pending')} />
        {seen !== null && <FactNote>{rich('first seen {age}', { age: <Age timestamp={seen} /> })}</FactNote>}
      </>
    );
  }
  const max = wait.at(-1);
  return (
    <>
      <Age timestamp={timestamp} />
      <FactNote>{formatUtc(timestamp)}</FactNote>
      {seen !== null && isMeaningful(max) && (
        <FactNote>{t('confirmed after {duration}', { duration: formatMilliseconds(max) })}</FactNote>
      )}
    </>
  );
}
