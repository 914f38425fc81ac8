import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import { type Expression, nameExpressions } from '@/lib/format/fhe-names';
import { formatFheType } from '@/lib/format/fhe-type';
import { shortenHash } from '@/lib/format/hash';
import { formatPercent, groupDigits, perMille } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import type { FheOperation } from '@/lib/spec/fhe-operation';
import { categoryOf } from './categories';
import { ExpressionCode } from './expression-code';

type Row = Readonly<{ operation: FheOperation; expression: Expression }>;

const MOST_ROWS = 500;

/** The operations of a transaction as lines of code, in the order in which they ran. */
export function FheOperationsTable({ operations }: { operations: readonly FheOperation[] }) {
  const expressions = nameExpressions(operations);
  const rows = operations.slice(0, MOST_ROWS).flatMap((operation, index) => {
    const expression = expressions[index];
    return expression === undefined ? [] : [{ operation, expression }];
  });
  const largest = operations.reduce((most, operation) => Math.max(most, operation.hcu_cost), 0);
  return (
    <>
      <DataTable
        caption="Operations on encrypted values, in the order in which they ran"
        columns={columnsFor(BigInt(largest))}
        rows={rows}
        rowId={({ operation }) => `op-${operation.log_index}`}
        narrow="max-md:grid-cols-[auto_minmax(0,1fr)_auto]"
      />
      {operations.length > MOST_ROWS && (
        <p className="border-t border-line px-4 py-3 text-sm text-soft">
          The first {groupDigits(MOST_ROWS)} of {groupDigits(operations.length)} operations. The API has all
          of them.
        </p>
      )}
    </>
  );
}

function columnsFor(largest: bigint): Column<Row>[] {
  return [
    {
      head: 'Log',
      className: 'md:w-16 max-md:order-1',
      cell: ({ operation }) => (
        <a
          href={`#op-${operation.log_index}`}
          className="text-faint"
          aria-label={`Operation of log ${operation.log_index}`}
        >
          #{operation.log_index}
        </a>
      ),
    },
    {
      head: 'Operation',
      className: 'max-md:order-2 max-md:col-span-2 max-md:text-base',
      cell: ({ operation, expression }) => <ExpressionCode operation={operation} expression={expression} />,
    },
    { head: 'Kind', className: 'md:w-32 max-md:order-3 max-md:col-span-2', cell: (row) => <Kind {...row} /> },
    {
      head: 'Type',
      className: 'md:w-24 max-md:order-4 max-md:text-right',
      cell: ({ operation }) => <span className="mono">{formatFheType(operation.fhe_type)}</span>,
    },
    {
      head: 'Cost in HCU',
      className: 'md:w-40 max-md:order-5 max-md:col-span-2',
      cell: ({ operation }) => <Cost cost={operation.hcu_cost} largest={largest} />,
    },
    {
      head: 'Depth',
      className: 'md:w-28 md:text-right max-md:order-6 max-md:text-right',
      cell: ({ operation }) => (
        <span title="The longest chain of work up to here">
          <span className="text-faint md:hidden">depth </span>
          {groupDigits(operation.hcu_depth)}
        </span>
      ),
    },
    {
      head: 'Caller',
      className: 'md:w-44 max-md:order-7 max-md:col-span-3 text-soft',
      cell: ({ operation }) => <Caller operation={operation} />,
    },
  ];
}

function Kind({ operation }: Row) {
  const category = categoryOf(operation.type);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full ${category.dot}`} />
      {category.name}
      {operation.is_scalar && (
        <span className="text-faint" title="One operand is a plain number: cheaper than two encrypted ones">
          scalar
        </span>
      )}
    </span>
  );
}

function Cost({ cost, largest }: { cost: number; largest: bigint }) {
  const share = formatPercent(BigInt(cost), largest) ?? '0 %';
  return (
    <span className="flex items-center gap-3">
      <span className="w-16 text-right">{groupDigits(cost)}</span>
      <span className="w-16 shrink-0">
        <Meter
          label={`${share} of the dearest operation`}
          stretches={[{ perMille: perMille(BigInt(cost), largest), className: 'fill-secret' }]}
        />
      </span>
    </span>
  );
}

function Caller({ operation }: { operation: FheOperation }) {
  const { caller } = operation;
  if (caller === null) return <span className="text-faint">unknown caller</span>;
  return (
    <span data-same={caller.hash.toLowerCase()} title={caller.hash}>
      <span className="text-faint md:hidden">by </span>
      {caller.name === null ? (
        <span className="mono">{shortenHash(caller.hash)}</span>
      ) : (
        <bdi>{displayText(caller.name, 24)}</bdi>
      )}
    </span>
  );
}
