import type { Metadata } from 'next';
import type { SearchParams } from '@/app/[chain]/load-list';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { BlockHcu } from '@/components/fhe/block-hcu';
import { FheBreakdown } from '@/components/fhe/breakdown';
import { Dataflow } from '@/components/fhe/dataflow';
import { FheHead } from '@/components/fhe/fhe-head';
import { HandleEvents } from '@/components/fhe/handle-events';
import { HandlesTable } from '@/components/fhe/handles-table';
import { listHandles } from '@/components/fhe/list-handles';
import { FheOperationsTable, ROWS_A_PAGE } from '@/components/fhe/operations-table';
import { readGraph } from '@/components/fhe/read-graph';
import { Savings } from '@/components/fhe/what-if';
import { PageCall } from '@/components/layout/page-call';
import { logHref } from '@/components/log/log-href';
import { FailureNotice } from '@/components/transaction/failure-notice';
import { listAddresses } from '@/components/transaction/list-addresses';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { getBlock } from '@/lib/endpoints/block';
import { type FheOperation, listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import type { Transaction } from '@/lib/endpoints/transaction';
import { ACCESS_TOPICS } from '@/lib/fhe/read-access';
import { nameOfAddress } from '@/lib/format/address-name';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { t } from '@/lib/language/t';
import { describePage } from '../describe-page';
import {
  findAccess,
  findAllTransfers,
  findFheOperations,
  findHandleEvents,
  getPageTransaction,
  type PageTransaction,
  type Params,
} from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: t('FHE operations'), segment: 'fhe' });

/** FHE operations of a transaction: totals, data flow and every operation. */
export default async function FhePage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const { chain, transaction, where, path } = page;
  const [fhe, transfers, found] = await Promise.all([
    findFheOperations(page),
    findAllTransfers(page),
    transaction.fhe_operations_count > 0 ? findAccess(page) : undefined,
  ]);
  const pageCall = <PageCall path={callPath(listTransactionFheOperations, where)} />;
  if (fhe === undefined)
    return (
      <div className="flex flex-col gap-4">
        <FailureNotice transaction={transaction} tokens={new Map()} />
        <WithoutOperations page={page} />
        <BlockBefore page={page} />
        {pageCall}
      </div>
    );
  const { graph, callers } = readGraph(fhe.items);
  const from = readFrom(await searchParams, graph.operations.length);
  const lookAlikes = findLookAlikes([...listAddresses(transaction, []), ...callers.keys()]);
  const movedBy = new Map(
    (transfers ?? transaction.token_transfers).flatMap(({ encrypted_amount: handle, log_index: index }) =>
      handle === null ? [] : [[handle.toLowerCase(), `${path}/token-transfers#log-${index}`]],
    ),
  );
  return (
    <div className="flex flex-col gap-4">
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <FheHead totals={fhe} gasUsed={transaction.gas_used} />
      <Savings totals={graph.totals} />
      <Dataflow graph={graph} callers={callers} from={from} />
      <Panel title={t('HCU breakdown')} id="breakdown">
        <div className="px-4 py-4">
          <FheBreakdown operations={fhe.items} lookAlikes={lookAlikes} />
        </div>
      </Panel>
      <Panel title={t('Operations')} id="operations" aside={t('in execution order')}>
        <FheOperationsTable
          operations={graph.operations}
          from={from}
          callers={callers}
          lookAlikes={lookAlikes}
          logHref={(index) => logHref(chain.id, transaction, index)}
          transferHref={(handle) => movedBy.get(handle)}
        />
      </Panel>
      <Pager
        first={from === 0 ? undefined : `${path}/fhe#operations`}
        next={
          from + ROWS_A_PAGE < graph.operations.length
            ? `${path}/fhe?from=${from + ROWS_A_PAGE}#operations`
            : undefined
        }
      />
      {found && (
        <Panel title={t('Inputs and access')} id="access" aside={t('who may decrypt')}>
          <HandlesTable
            handles={listHandles(graph.operations, found.access)}
            {...found}
            from={from}
            names={knownAddresses(page, fhe.items)}
            logHref={(index) => logHref(chain.id, transaction, index)}
            grantsHref={`${path}/logs?topic=${ACCESS_TOPICS.Allowed}`}
          />
        </Panel>
      )}
      {pageCall}
    </div>
  );
}

/** What the page knows by name: who sent and received, whose balances changed, and who called for operations. */
function knownAddresses(
  { transaction, overview }: PageTransaction,
  operations: readonly Pick<FheOperation, 'caller'>[],
) {
  const { from, to, token_transfers: transfers } = transaction;
  const known = [
    ...overview.addresses,
    ...(overview.net_changes?.items ?? []).map(({ address }) => address),
    ...transfers.flatMap((transfer) => [transfer.from, transfer.to]),
    ...[from, to, ...operations.map(({ caller }) => caller)],
  ];
  return new Map(
    known.flatMap((address) =>
      address && nameOfAddress(address) !== null ? [[address.hash.toLowerCase(), address] as const] : [],
    ),
  );
}

/** The table's first row: `from` of the URL, 0 if missing or out of range. */
function readFrom({ from }: SearchParams, count: number): number {
  const first = typeof from === 'string' && /^\d{1,7}$/.test(from) ? Number(from) : 0;
  return first < count ? first : 0;
}

/** Who used the HCU of the block, where its cap was why the transaction failed. */
async function BlockBefore({ page: { chain, transaction } }: { page: PageTransaction }) {
  const { block_number: height, failure } = transaction;
  if (height === null || (failure?.code !== 'fhe_block_full' && failure?.code !== 'fhe_block_limit'))
    return null;
  const block = await callExtra(getBlock, {
    ...{ chain: chain.id, params: { block_hash_or_number_param: String(height) } },
  });
  return block === undefined ? null : <BlockHcu block={block} />;
}

/** What a transaction did with encrypted values without computing on them, or why nothing is known. */
async function WithoutOperations({ page }: { page: PageTransaction }) {
  const { chain, transaction } = page;
  const { events, isPart } = await findHandleEvents(page);
  if (events.length === 0) return <NoOperations transaction={transaction} isPart={isPart} />;
  return (
    <HandleEvents
      events={events}
      isPart={isPart}
      lookAlikes={findLookAlikes([
        ...listAddresses(transaction, []),
        ...events.map(({ log }) => log.address.hash),
      ])}
      logHref={(index) => logHref(chain.id, transaction, index)}
    />
  );
}

function NoOperations({ transaction, isPart }: { transaction: Transaction; isPart: boolean }) {
  return (
    <EmptyPanel icon="lock" title={t('No FHE operations')}>
      {transaction.block_number === null
        ? t('This transaction is not in a block, so it has run no FHE operations.')
        : transaction.status === 'error'
          ? t('A failed transaction emits no logs, so any FHE operations it ran before failing are unknown.')
          : isPart
            ? t(
                'This transaction has no FHE operations. It has more logs of encrypted values than this page reads: the logs have them all.',
              )
            : t('This transaction has no FHE operations, or the API does not provide them.')}
    </EmptyPanel>
  );
}
