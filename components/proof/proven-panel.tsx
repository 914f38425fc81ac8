import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { ProvenHeader } from '@/lib/proof/read-header';

/** A word with 0x: what is longer takes several lines. */
const WORD_DIGITS = 66;
/** Digits shown of inputs and data, which may have megabytes. */
const MAX_DIGITS = 2_000;

/** What a proof that holds says of its block, then the rows given. */
export function ProvenPanel({ block, children }: { block: ProvenHeader; children: ReactNode }) {
  return (
    <Panel
      id="outcome"
      title={
        <span className="flex items-center gap-1.5 text-ok">
          <Icon name="check" />
          {t('The proof is valid')}
        </span>
      }
      aside={t('if the block is on the canonical chain')}
    >
      <Rows>
        <Row label={t('Block')}>{groupDigits(block.number)}</Row>
        <Row label={t('Block hash')} hint={t('Compare it with one from a node, or from anyone you trust')}>
          <Hex value={block.hash} />
        </Row>
        <Row label={t('Time')}>{describeTime(block.timestamp)}</Row>
        {children}
      </Rows>
    </Panel>
  );
}

/** Hex of any length: of long data, the start. */
export function Hex({ value }: { value: string }) {
  if (value === '0x') return <span className="text-faint">{t('empty')}</span>;
  if (value.length <= MAX_DIGITS)
    return <span className={`mono ${value.length > WORD_DIGITS ? 'block text-start' : ''}`}>{value}</span>;
  return (
    <>
      <span className="mono block text-start">{value.slice(0, MAX_DIGITS)}</span>…{' '}
      {t('{count, plural, one {# byte} other {# bytes}}', { count: value.length / 2 - 1 })}
    </>
  );
}

/** Seconds since 1970, for a time that no calendar holds. */
function describeTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime())
    ? t('{seconds} s after 1970', { seconds })
    : t('{time} UTC', { time: date.toISOString().slice(0, 19).replace('T', ' ') });
}
