import { CARD, CardBadge, type CardBrand, CardFrame, plainText } from '@/components/layout/share-card';
import { describeStatus } from '@/components/transaction/transaction-status';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { countTransfers } from '@/lib/sentence/count-transfers';
import type { SentenceContext } from '@/lib/sentence/describe-transaction';
import { actionText, listAmounts } from './transaction-text';

const TONES = { ok: CARD.ok, error: CARD.error, pending: CARD.pending, neutral: CARD.soft } as const;
const SHOWN_AMOUNTS = 3;
const MAX_ACTION = 150;

type Props = {
  brand: CardBrand;
  transaction: Transaction;
  chain: { name: string; symbol: string };
  known: SentenceContext;
};

/** Open Graph card of a transaction. */
export function ReceiptCard({ brand, transaction, chain, known }: Props) {
  const status = describeStatus(transaction);
  const amounts = listAmounts(transaction, SHOWN_AMOUNTS);
  const { count } = countTransfers(transaction);
  const operations = transaction.fhe_operations_count;
  return (
    <CardFrame brand={brand} chainName={chain.name} bottom={<Bottom transaction={transaction} />}>
      <div style={{ display: 'flex', gap: 16 }}>
        <CardBadge color={TONES[toneOf(status.tone)]}>{status.text}</CardBadge>
        {operations > 0 && (
          <CardBadge color={CARD.secret}>
            {t('{count, plural, one {# FHE operation} other {# FHE operations}}', { count: operations })}
          </CardBadge>
        )}
      </div>
      <div style={{ display: 'flex', fontSize: 46, lineHeight: 1.25, letterSpacing: '-0.02em' }}>
        {plainText(actionText(transaction, chain.symbol, known), MAX_ACTION)}
      </div>
      {amounts.length > 0 && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '10px 28px', color: CARD.soft, fontSize: 32 }}>
          {amounts.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: amounts may be equal; their order is fixed
            <span key={index} style={{ color: amount.startsWith('encrypted') ? CARD.secret : CARD.ink }}>
              {plainText(amount, 34)}
            </span>
          ))}
          {count > amounts.length && (
            <span>{t('and {count} more', { count: groupDigits(count - amounts.length) })}</span>
          )}
        </div>
      )}
    </CardFrame>
  );
}

function toneOf(tone: string): keyof typeof TONES {
  return tone === 'ok' || tone === 'error' || tone === 'pending' ? tone : 'neutral';
}

function Bottom({ transaction }: { transaction: Transaction }) {
  const { block_number: block, timestamp } = transaction;
  return (
    <>
      <span>{shortenHash(transaction.hash).replace('…', '...')}</span>
      <span>{block === null ? t('pending') : t('Block {block}', { block: groupDigits(block) })}</span>
      {timestamp !== null && <span>{formatUtc(timestamp)}</span>}
    </>
  );
}
