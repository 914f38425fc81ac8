import type { ReactNode } from 'react';
import { describeStatus } from '@/components/transaction/transaction-status';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { countOf, groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { describeAction, listAmounts } from './describe-transaction';
import type { Known } from './tell-transaction';

const INK = '#e8ecf4';
const SOFT = '#a3adc2';
const LINE = '#2b3347';
const SECRET = '#c9a5ff';
const TONES = { ok: '#5fd39a', error: '#ff8d85', pending: '#f2c261', neutral: SOFT } as const;
const SHOWN_AMOUNTS = 3;
const MAX_ACTION = 150;

type Props = { transaction: Transaction; chain: { name: string; symbol: string }; known: Known };

/**
 * Open Graph card of a transaction, 1200 × 630, rendered by Satori: styles inline, every box a flexbox. Text is limited
 * to the local font's characters, as Satori would download fonts for others.
 */
export function ReceiptCard({ transaction, chain, known }: Props) {
  const status = describeStatus(transaction);
  const amounts = listAmounts(transaction, SHOWN_AMOUNTS);
  const count = transaction.token_transfers_count ?? transaction.token_transfers.length;
  const operations = transaction.fhe_operations_count;
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '56px 64px',
        background: '#0d1017',
        color: INK,
        fontSize: 30,
      }}
    >
      <Top chainName={chain.name} />
      <div style={{ display: 'flex', flexDirection: 'column', gap: 22 }}>
        <div style={{ display: 'flex', gap: 16 }}>
          <Badge color={TONES[toneOf(status.tone)]}>{status.text}</Badge>
          {operations > 0 && <Badge color={SECRET}>{countOf(operations, 'FHE operation')}</Badge>}
        </div>
        <div style={{ display: 'flex', fontSize: 46, lineHeight: 1.25, letterSpacing: '-0.02em' }}>
          {plain(describeAction(transaction, chain.symbol, known), MAX_ACTION)}
        </div>
        {amounts.length > 0 && (
          <div style={{ display: 'flex', gap: 28, color: SOFT, fontSize: 34 }}>
            {amounts.map((amount, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: amounts may be equal; their order is fixed
              <span key={index} style={{ color: amount.startsWith('encrypted') ? SECRET : INK }}>
                {plain(amount, 34)}
              </span>
            ))}
            {count > amounts.length && <span>and {groupDigits(count - amounts.length)} more</span>}
          </div>
        )}
      </div>
      <Bottom transaction={transaction} />
    </div>
  );
}

function toneOf(tone: string): keyof typeof TONES {
  return tone === 'ok' || tone === 'error' || tone === 'pending' ? tone : 'neutral';
}

function Top({ chainName }: { chainName: string }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', color: SOFT }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 18 }}>
        <svg
          aria-hidden="true"
          width="52"
          height="52"
          viewBox="0 0 24 24"
          fill="none"
          stroke={INK}
          strokeWidth="1.5"
        >
          <circle cx="12" cy="12" r="9.75" />
          <circle cx="12" cy="9.4" r="5.4" strokeOpacity="0.75" />
          <path d="M4.2 18.1 19.8 5.9" />
          <circle cx="12" cy="12" r="1.9" fill="#0d1017" />
        </svg>
        <span style={{ color: INK, fontSize: 36 }}>Astrolabe</span>
      </div>
      <span>{plain(chainName, 32)}</span>
    </div>
  );
}

function Badge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: 'flex',
        padding: '6px 20px',
        border: `2px solid ${color}`,
        borderRadius: 12,
        color: color,
        fontSize: 28,
      }}
    >
      {children}
    </div>
  );
}

function Bottom({ transaction }: { transaction: Transaction }) {
  const { block_number: block, timestamp } = transaction;
  return (
    <div
      style={{
        display: 'flex',
        justifyContent: 'space-between',
        paddingTop: 26,
        borderTop: `2px solid ${LINE}`,
        color: SOFT,
        fontSize: 28,
      }}
    >
      <span>{shortenHash(transaction.hash).replace('…', '...')}</span>
      <span>{block === null ? 'pending' : `Block ${groupDigits(block)}`}</span>
      {timestamp !== null && <span>{formatUtc(timestamp)}</span>}
    </div>
  );
}

/** ASCII and a few signs of the font; anything else becomes a question mark. */
function plain(text: string, maxLength: number): string {
  const known = text.replaceAll('…', '...').replace(/[^\x20-\x7e×]/gu, '?');
  return known.length <= maxLength ? known : `${known.slice(0, maxLength)}...`;
}
