import type { Metadata } from 'next';
import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { CallTree } from '@/components/internal-transaction/call-tree';
import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import type { AnswerSource } from '@/lib/endpoints/answer-source';
import {
  type InternalTransactionsMeta,
  listTransactionInternals,
} from '@/lib/endpoints/internal-transaction';
import type { Transaction } from '@/lib/endpoints/transaction';
import { describePage } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'Internal transactions', segment: 'internal' });

export default async function InternalPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const list = await loadList(listTransactionInternals, page, {
    tab: 'internal',
    searchParams,
    isOptional: true,
  });
  const { chain, transaction, path } = page;
  const meta = list.page?.meta;
  const empty = <NoCalls transaction={transaction} meta={meta} />;
  return (
    <ListPage
      list={list}
      label="Internal transactions"
      what="the internal transactions of a transaction"
      foot={
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft">
          {meta?.status === 'partial' && <span>{meta.message}</span>}
          {list.items.length > 0 && <TracesSource source={list.page?.source ?? null} />}
          {transaction.block_number !== null && (
            <a href={`${path}/trace`} className="ml-auto">
              Raw trace
            </a>
          )}
        </p>
      }
      missing={empty}
      empty={empty}
    >
      <CallTree calls={list.items} transaction={transaction} symbol={chain.symbol} />
    </ListPage>
  );
}

function TracesSource({ source }: { source: AnswerSource | null }) {
  const node = source === null ? 'the node' : `the node ${source.endpoints.join(', ')}`;
  return (
    <span className="wrap-any" title="No hash of a block commits to what its transactions called.">
      From the traces of {node}, not proven
    </span>
  );
}

function NoCalls(props: { transaction: Transaction; meta: InternalTransactionsMeta | undefined }) {
  if (props.transaction.block_number === null) {
    return (
      <EmptyState icon="clock" title="No internal transactions yet">
        They are known once the transaction is in a block.
      </EmptyState>
    );
  }
  if (props.meta === undefined || props.meta?.status === 'unavailable') {
    return (
      <EmptyState icon="none" title="Internal transactions are not available">
        They come from traces, and the node returned none for this transaction when its block was indexed.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="No internal transactions">
      What this transaction called made no further calls.
    </EmptyState>
  );
}
