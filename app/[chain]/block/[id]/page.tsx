import type { Metadata } from 'next';
import { BlockDetails } from '@/components/block/block-details';
import { BlockFacts } from '@/components/block/block-facts';
import { BlockHcu } from '@/components/fhe/block-hcu';
import { GasTreemap } from '@/components/gas/gas-treemap';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { blockProofHref } from '@/components/proof/proof-href';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { call, callExtra, callPath } from '@/lib/client/call';
import { type Block, getBlock } from '@/lib/endpoints/block';
import { getBlockGas } from '@/lib/endpoints/gas';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listBlockTransactions } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { linkPrevious, loadList, type SearchParams } from '../../load-list';
import { BlockFrame } from './block-frame';
import { getPageBlock, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, block, path } = await getPageBlock(params);
  const height = groupDigits(block.height);
  return {
    title: t('Block #{height} on {name}', { height, name: chain.name }),
    description: t(
      'Block #{height} of {name}: {count, plural, one {# transaction} other {# transactions}}, gas, fees, {hash}.',
      { height, name: chain.name, count: block.transactions_count, hash: block.hash },
    ),
    alternates: { canonical: path },
  };
}

/** A block and its transactions, paginated. */
export default async function BlockPage({ params, searchParams }: Props) {
  const page = await getPageBlock(params);
  const { chain, block, where } = page;
  const [list, status, gas] = await Promise.all([
    loadList(listBlockTransactions, page, { searchParams, implied: { block_number: String(block.height) } }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(getBlockGas, where),
  ]);
  const { items: transactions } = list;
  const proofHref = blockProofHref(chain.id, block.height);
  return (
    <BlockFrame page={page} range={status}>
      <BlockFacts block={block} symbol={chain.symbol} />
      <BlockHcu block={block} />
      {gas && list.isFirst && <GasTreemap gas={gas} />}
      <Panel
        title={t('Transactions')}
        id="transactions"
        aside={transactions.length === 0 ? undefined : describePage(transactions, block)}
      >
        <ListBody
          list={list}
          what={t('the transactions of a block')}
          empty={
            <EmptyState icon="cube" title={t('Empty block')}>
              {t('This block has no transactions.')}
            </EmptyState>
          }
        >
          <TransactionsTable
            caption={t('Transactions of this block, last first')}
            transactions={transactions}
            symbol={chain.symbol}
            of={{ block: block.height }}
          />
        </ListBody>
      </Panel>
      <Pager {...list} previous={linkPrevious(list, 'index', block.transactions_count)} />
      <BlockDetails block={block} symbol={chain.symbol} proofHref={proofHref} />
      <PageCall path={list.isFirst ? callPath(getBlock, where) : list.call} />
    </BlockFrame>
  );
}

function describePage(shown: readonly { position: number | null }[], block: Block): string {
  const count = block.transactions_count;
  const [last, first] = [shown[0]?.position ?? null, shown.at(-1)?.position ?? null];
  if (shown.length >= count || first === null || last === null) return t('last first');
  return t('{first}–{last} of {count}, last first', {
    first: groupDigits(count - last),
    last: groupDigits(count - first),
    count: groupDigits(count),
  });
}
