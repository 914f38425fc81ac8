import type { List } from '@/components/layout/list-page';
import { type FilterField, FilterForm } from '@/components/ui/filter-form';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

/** The fields of a span of time or blocks. */
export const SPAN_INPUTS: readonly FilterField[] = [
  { name: 'from', label: msg('After'), placeholder: msg('Date or block') },
  { name: 'to', label: msg('Before'), placeholder: msg('Date or block') },
];

type Props = { list: List; transactions: readonly ListedTransaction[]; symbol: string; hasFhe: boolean };

/** Filters of an address's transactions; the methods of the page are proposed. */
export function TransactionFilter({ list, transactions, symbol, hasFhe }: Props) {
  const only = [
    { value: '', text: t('All') },
    { value: 'contract_creation', text: t('Contract creations') },
    { value: 'failed', text: t('Failed') },
    ...(hasFhe ? [{ value: 'fhe', text: t('With FHE operations') }] : []),
  ];
  return (
    <FilterForm
      list={list}
      fields={[
        ...SPAN_INPUTS,
        {
          name: 'method',
          label: t('Method'),
          placeholder: t('transfer or 0xa9059cbb'),
          suggestions: listMethods(transactions),
        },
        { name: 'counterparty', label: t('Counterparty'), placeholder: '0x…' },
        {
          name: 'value',
          label: t('Value at least ({symbol})', { symbol: displayText(symbol, 12) }),
          placeholder: t('1.5'),
        },
        { name: 'only', label: t('Only'), options: only },
      ]}
    />
  );
}

const SELECTOR_LENGTH = 10;

/** The called functions by selector, with their names, each once. */
function listMethods(
  transactions: readonly Pick<ListedTransaction, 'method' | 'raw_input'>[],
): { value: string; text: string }[] {
  const bySelector = new Map(
    transactions.flatMap(({ method, raw_input: input }) =>
      method === null || input.length < SELECTOR_LENGTH
        ? []
        : [[input.slice(0, SELECTOR_LENGTH), displayText(method, 60)] as const],
    ),
  );
  return [...bySelector].map(([value, text]) => ({ value, text }));
}
