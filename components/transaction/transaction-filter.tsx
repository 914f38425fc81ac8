import type { List } from '@/components/layout/list-page';
import { type FilterField, FilterForm } from '@/components/ui/filter-form';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';

/** The fields of a span of time or blocks. */
export const SPAN_INPUTS: readonly FilterField[] = [
  { name: 'from', label: 'From', placeholder: '2026-01-31 or a block' },
  { name: 'to', label: 'To', placeholder: '2026-01-31 or a block' },
];

type Props = { list: List; transactions: readonly ListedTransaction[]; symbol: string; hasFhe: boolean };

/** Filters of an address's transactions; the methods of the page are proposed. */
export function TransactionFilter({ list, transactions, symbol, hasFhe }: Props) {
  const only = [
    { value: '', text: 'All' },
    { value: 'contract_creation', text: 'Contract creations' },
    { value: 'failed', text: 'Failed' },
    ...(hasFhe ? [{ value: 'fhe', text: 'With FHE operations' }] : []),
  ];
  return (
    <FilterForm
      list={list}
      fields={[
        ...SPAN_INPUTS,
        {
          name: 'method',
          label: 'Method',
          placeholder: 'transfer or 0xa9059cbb',
          suggestions: listMethods(transactions),
        },
        { name: 'counterparty', label: 'Counterparty', placeholder: '0x and 40 digits' },
        { name: 'value', label: `Value at least (${displayText(symbol, 12)})`, placeholder: '1.5' },
        { name: 'only', label: 'Only', options: only },
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
