import { type Column, DataTable } from '@/components/ui/data-table';
import { Icon } from '@/components/ui/icon';
import { Meter } from '@/components/ui/meter';
import type { GraphOperation } from '@/lib/fhe/graph-operation';
import { formatFheType } from '@/lib/fhe/names';
import { shortenHash } from '@/lib/format/hash';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t, textOf } from '@/lib/language/t';
import { categoryOf } from './categories';
import { ExpressionCode } from './expression-code';
import { WhatIf } from './what-if';

export const ROWS_A_PAGE = 40;

/** Link to the row of an operation by its place among all, from the page that starts at `from`. */
export function rowHref(index: number, { logIndex, from }: { logIndex: number; from: number }): string {
  const first = index - (index % ROWS_A_PAGE);
  return first === from ? `#op-${logIndex}` : `?from=${first}#op-${logIndex}`;
}

type Props = {
  operations: readonly GraphOperation[];
  /** Position of the first row among all operations. */
  from: number;
  /** Caller names by address; null if unnamed. */
  callers: ReadonlyMap<string, string | null>;
  /** Lower-case addresses of the page that look alike when shortened; shown in full. */
  lookAlikes: ReadonlySet<string>;
  /** Link to a log. */
  logHref: (logIndex: number) => string;
  /** Link to the transfer of a handle; undefined if there is none. */
  transferHref: (handle: string) => string | undefined;
};

/** Operations of a transaction as lines of code, in execution order. */
export function FheOperationsTable(props: Props) {
  const { operations, from } = props;
  const shown = operations.slice(from, from + ROWS_A_PAGE);
  const largest = operations.reduce((max, operation) => Math.max(max, operation.cost), 0);
  return (
    <>
      <DataTable
        caption={t('FHE operations in execution order')}
        columns={columnsFor(props, BigInt(largest))}
        rows={shown}
        rowId={({ logIndex }) => `op-${logIndex}`}
        narrow="max-md:grid-cols-[auto_minmax(0,1fr)_auto]"
      />
      {shown.length < operations.length && (
        <p className="border-t border-line px-4 py-3 text-sm text-soft">
          {t('{first} to {last} of {count, plural, one {# operation} other {# operations}}.', {
            first: groupDigits(from + 1),
            last: groupDigits(from + shown.length),
            count: operations.length,
          })}
        </p>
      )}
    </>
  );
}

function columnsFor(props: Props, largest: bigint): Column<GraphOperation>[] {
  return [
    {
      head: msg('No.'),
      className: 'md:w-16 max-md:order-1',
      cell: ({ logIndex }, index) => (
        <OperationNumber number={props.from + index + 1} logIndex={logIndex} href={props.logHref(logIndex)} />
      ),
    },
    {
      head: msg('Operation'),
      className: 'max-md:order-2 max-md:col-span-2 max-md:text-base',
      cell: (operation) => (
        <Operation operation={operation} transferHref={props.transferHref(operation.handle)} />
      ),
    },
    {
      head: msg('Category'),
      className: 'md:w-32 max-md:order-3 max-md:col-span-2',
      cell: (operation) => <Kind operation={operation} />,
    },
    {
      head: msg('Type'),
      className: 'md:w-36 max-md:order-4 max-md:text-end',
      cell: ({ fheType, resultType }) => (
        <span className="mono">
          {formatFheType(fheType)}
          {resultType !== fheType && ` → ${formatFheType(resultType)}`}
        </span>
      ),
    },
    {
      head: msg('HCU cost'),
      className: 'md:w-28 lg:w-40 max-md:order-5 max-md:col-span-2',
      cell: ({ cost }) => <Cost cost={cost} largest={largest} />,
    },
    {
      head: msg('Depth'),
      className: 'md:w-28 md:text-end max-md:order-6 max-md:text-end',
      cell: (operation) => <Depth operation={operation} />,
    },
    {
      head: msg('Caller'),
      className: 'md:w-36 lg:w-44 max-md:order-7 max-md:col-span-3 text-soft',
      cell: ({ caller }) => <Caller caller={caller} callers={props.callers} lookAlikes={props.lookAlikes} />,
    },
  ];
}

function OperationNumber({ number, logIndex, href }: { number: number; logIndex: number; href: string }) {
  const position = groupDigits(number);
  return (
    <a
      href={href}
      className="text-faint"
      title={t('Log {logIndex}', { logIndex })}
      aria-label={t('Operation {position}, log {logIndex}', { position, logIndex })}
    >
      {position}
    </a>
  );
}

function Operation(props: { operation: GraphOperation; transferHref: string | undefined }) {
  const { operation, transferHref } = props;
  return (
    <>
      <ExpressionCode operation={operation} />
      {transferHref !== undefined && (
        <a href={transferHref} className="ms-2 inline-flex items-center gap-1 text-xs whitespace-nowrap">
          <Icon name="arrowRight" className="size-3" />
          {t('see transfer')}
        </a>
      )}
      <WhatIf operation={operation} />
    </>
  );
}

function Kind({ operation }: { operation: GraphOperation }) {
  const category = categoryOf(operation.category);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full ${category.dot}`} />
      {textOf(category.name)}
      {operation.isScalar && (
        <span
          className="text-faint"
          title={t('One operand is plaintext, which costs less than two encrypted ones')}
        >
          {t('scalar')}
        </span>
      )}
    </span>
  );
}

function Cost({ cost, largest }: { cost: number; largest: bigint }) {
  const share = formatShare(BigInt(cost), largest);
  return (
    <span className="flex items-center gap-3">
      <span className="w-16 text-end">{groupDigits(cost)}</span>
      <span className="w-16 shrink-0 md:max-lg:hidden">
        <Meter
          label={t('{share} of the most expensive operation', { share })}
          stretches={[{ perMille: perMille(BigInt(cost), largest), className: 'fill-secret' }]}
        />
      </span>
    </span>
  );
}

function Depth({ operation }: { operation: GraphOperation }) {
  return (
    <span className={operation.isCritical ? 'font-semibold' : undefined}>
      <span className="text-faint md:hidden">{t('depth')} </span>
      {groupDigits(operation.depth)}
      {operation.isCritical && (
        <span className="text-secret" title={t('On the critical path')}>
          {' '}
          <span aria-hidden="true">●</span>
          <span className="sr-only">{t('on the critical path')}</span>
        </span>
      )}
    </span>
  );
}

function Caller(props: { caller: string | null } & Pick<Props, 'callers' | 'lookAlikes'>) {
  const { caller, callers, lookAlikes } = props;
  if (caller === null) return <span className="text-faint">{t('unknown caller')}</span>;
  const name = callers.get(caller) ?? null;
  return (
    <span data-same={caller.toLowerCase()} title={caller}>
      <span className="text-faint md:hidden">{t('by')} </span>
      {name === null ? (
        <span className="mono wrap-any">
          {lookAlikes.has(caller.toLowerCase()) ? caller : shortenHash(caller)}
        </span>
      ) : (
        <bdi>{displayText(name, 24)}</bdi>
      )}
    </span>
  );
}
