import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { Markup } from '@/components/ui/markup';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { BlockGas } from '@/lib/endpoints/gas';
import { nameOfAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { formatTenths, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import {
  type Cell,
  groupByRecipient,
  type ItemCell,
  layOutRecipients,
  type Recipient,
  type RecipientCell,
} from './treemap-layout';

const LISTED = 7;
/** Least share of width and height that holds a name. */
const NAMED = { width: 0.1, height: 0.12 };
const NAMED_WHEN_NARROW = 0.25;

/** Gas used in a block: a rectangle for each transaction, by recipient, and the first recipients as a list. */
export function GasTreemap({ gas }: { gas: BlockGas }) {
  const recipients = groupByRecipient(gas.items);
  const cells = layOutRecipients(recipients);
  if (gas.items.length < 2 || cells.length === 0) return null;
  const missing = gas.transactions_count - gas.items.length;
  return (
    <Panel
      title={t('Gas by recipient')}
      id="gas"
      aside={
        missing > 0
          ? t('of the {count, plural, one {# transaction} other {# transactions}} that used the most', {
              count: gas.items.length,
            })
          : undefined
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Markup tag="svg" attributes={{ 'aria-hidden': 'true', className: 'gas-map h-60 w-full rounded-xs' }}>
          {cells.map((cell) => (
            <Group key={cell.recipient?.to?.hash ?? cell.items.length} cell={cell} />
          ))}
        </Markup>
        <RecipientList recipients={recipients} total={BigInt(gas.gas_used)} />
      </div>
    </Panel>
  );
}

function Group({ cell }: { cell: RecipientCell }) {
  const isNamed = cell.width >= NAMED.width && cell.height >= NAMED.height;
  const isSole = cell.items.length === 1;
  return (
    <>
      {cell.items.map((item) => (
        <Transaction key={item.item?.hash ?? ''} cell={item} isSole={isSole} />
      ))}
      {!isSole && <rect {...place(cell)} className="edge" />}
      {isNamed && (
        <svg aria-hidden="true" {...place(cell)}>
          <foreignObject width="100%" height="24" className={`pointer-events-none ${visibilityOf(cell)}`}>
            <p dir="auto" className="truncate px-1.5 pt-1 text-xs font-medium text-ink">
              {cell.recipient === undefined ? t('Others') : nameOf(cell.recipient)}
            </p>
          </foreignObject>
        </svg>
      )}
    </>
  );
}

/** A name that a narrow window would cut to a few letters is left out there. */
function visibilityOf({ width }: Cell): string {
  return width < NAMED_WHEN_NARROW ? 'max-sm:hidden' : '';
}

/** Few attributes, as a map has hundreds: what all share is in the style sheet. */
function Transaction({ cell, isSole }: { cell: ItemCell; isSole: boolean }) {
  const { item } = cell;
  const className = [isSole ? 'sole' : '', kindOf(item)].filter(Boolean).join(' ') || undefined;
  const rect = (
    <rect {...place(cell)} className={className}>
      <title>{describe(cell)}</title>
    </rect>
  );
  if (item === undefined) return rect;
  return (
    <ChainLink to={`/tx/${item.hash}`} tabIndex={-1}>
      {rect}
    </ChainLink>
  );
}

function kindOf(item: ItemCell['item']): string {
  if (item === undefined) return 'small';
  if (item.status === 'error') return 'failed';
  return item.fhe_operations_count > 0 ? 'fhe' : '';
}

function describe({ item, count }: ItemCell): string {
  if (item === undefined)
    return `${t('{count, plural, one {# smaller transaction} other {# smaller transactions}}', { count })}`;
  return [
    ...(item.method === null ? [] : [displayText(item.method, 40)]),
    t('{gas} gas', { gas: groupDigits(item.gas_used ?? '0') }),
    ...(item.status === 'error' ? [t('failed')] : []),
    shortenHash(item.hash),
  ].join(' · ');
}

function nameOf({ to }: Recipient): string {
  if (to === null) return t('Failed creations');
  return displayText(nameOfAddress(to) ?? `${to.hash.slice(0, 6)}…`, 30);
}

function place({ x, y, width, height }: Cell) {
  return { x: percent(x), y: percent(y), width: percent(width), height: percent(height) };
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))}%`;
}

function RecipientList({ recipients, total }: { recipients: readonly Recipient[]; total: bigint }) {
  const listed = recipients.slice(0, LISTED);
  const rest = recipients.slice(LISTED);
  const restGas = rest.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
  return (
    <Markup
      tag="ol"
      attributes={{
        'aria-label': t('Recipients by gas used'),
        className: 'flex flex-col divide-y divide-line text-sm',
      }}
    >
      {listed.map(({ to, gasUsed, items }) => (
        <li key={to?.hash ?? ''} className="flex min-h-8 items-center justify-between gap-3 py-1">
          <span className="min-w-0">
            {to === null ? (
              <span className="text-soft">{t('Failed creations')}</span>
            ) : (
              <AddressLabel address={to} />
            )}
          </span>
          <GasText gas={gasUsed} total={total} count={items.length} />
        </li>
      ))}
      {rest.length > 0 && (
        <li className="flex min-h-8 items-center justify-between gap-3 py-1">
          <span className="text-soft">
            {t('{count, plural, one {# other} other {# others}}', { count: rest.length })}
          </span>
          <GasText
            gas={restGas}
            total={total}
            count={rest.reduce((sum, { items }) => sum + items.length, 0)}
          />
        </li>
      )}
    </Markup>
  );
}

function GasText({ gas, total, count }: { gas: bigint; total: bigint; count: number }) {
  return (
    <span
      className="text-end whitespace-nowrap text-soft"
      title={t('{gas} gas, {count, plural, one {# transaction} other {# transactions}}', {
        gas: groupDigits(gas),
        count,
      })}
    >
      {rich('{count} tx {share}', {
        count: groupDigits(count),
        share: <span className="inline-block w-14 text-ink">{formatTenths(gas, total)}</span>,
      })}
    </span>
  );
}
