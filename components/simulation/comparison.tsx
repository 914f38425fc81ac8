import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { SimulatedCallAnswer } from '@/lib/endpoints/simulation';
import type { Transaction } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Compared = Readonly<{ what: string; mined: string; run: string }>;

/** The call beside the transaction as it was mined. */
export function Comparison({ call, original }: { call: SimulatedCallAnswer; original: Transaction }) {
  const { transaction, logs } = call;
  const statusOf = ({ status }: Transaction) => (status === 'ok' ? t('Success') : t('Failed'));
  const countOf = (value: number | string | null) => (value === null ? t('not known') : groupDigits(value));
  const rows: Compared[] = [
    { what: t('Status'), mined: statusOf(original), run: statusOf(transaction) },
    { what: t('Gas used'), mined: countOf(original.gas_used), run: countOf(transaction.gas_used) },
    {
      what: t('Logs'),
      mined: countOf(original.logs_count),
      run: countOf(logs === null ? null : transaction.logs_count),
    },
  ];
  return (
    <Panel title={t('Compared with the transaction')}>
      <DataTable
        caption={t('Compared with the transaction')}
        columns={COLUMNS}
        rows={rows}
        narrow="max-md:grid-cols-2"
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Compared>[] = [
  { head: msg('What'), className: 'max-md:col-span-2', cell: ({ what }) => what },
  {
    head: msg('As mined'),
    isNamed: true,
    cell: ({ mined }) => mined,
  },
  {
    head: msg('Run again'),
    isNamed: true,
    cell: ({ mined, run }) => (
      <>
        <span className={mined === run ? '' : 'font-semibold'}>{run}</span>{' '}
        <span className="text-xs text-soft">{mined === run ? t('the same') : t('different')}</span>
      </>
    ),
  },
];
