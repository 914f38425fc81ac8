import { siteUrl } from '@/app/site-url';
import { ApprovalsPanel } from '@/components/approval/approvals-panel';
import { toNames, toUnits } from '@/components/chain/amount-value';
import { readCoin } from '@/components/chain/coin-unit';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { FheSummary } from '@/components/fhe/fhe-summary';
import { PageCall } from '@/components/layout/page-call';
import { NetChangesPanel } from '@/components/net-change/net-changes-panel';
import { transactionProofHref } from '@/components/proof/proof-href';
import { TransfersPreview } from '@/components/token-transfer/transfers-preview';
import { AuthorizationsPanel } from '@/components/transaction/authorizations-panel';
import { ConsolePanel } from '@/components/transaction/console-panel';
import { DetailsPanel } from '@/components/transaction/details-panel';
import { FactStrip } from '@/components/transaction/fact-strip';
import { FailingLine } from '@/components/transaction/failing-line';
import { FailureNotice } from '@/components/transaction/failure-notice';
import { AllFields } from '@/components/transaction/field-list';
import { GasPanel } from '@/components/transaction/gas-panel';
import { InputPanel } from '@/components/transaction/input-panel';
import { listAddresses } from '@/components/transaction/list-addresses';
import { Parties } from '@/components/transaction/parties';
import { PendingNotice } from '@/components/transaction/pending-notice';
import { Receipt } from '@/components/transaction/receipt';
import { SandwichNotice } from '@/components/transaction/sandwich-notice';
import { callPath } from '@/lib/client/call';
import { getTransaction } from '@/lib/endpoints/transaction';
import { APPROVAL_LOG_TOPICS } from '@/lib/evm/read-approvals';
import { listFungible } from '@/lib/format/list-fungible';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { findFailingLine, getPageTransaction, neighborsOf, type Params } from './load';

type Props = { params: Params; searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Overview tab of a transaction. */
export default async function TransactionPage({ params, searchParams }: Props) {
  const [{ all }, page] = await Promise.all([searchParams, getPageTransaction(params)]);
  const { chain, transaction, overview, where, path } = page;
  const [failingLine, coin] = await Promise.all([findFailingLine(page), readCoin(chain.symbol)]);
  const { approvals, approvals_overflow: isPart } = overview;
  const neighbors = neighborsOf(overview);
  const net = overview.net_changes ?? undefined;
  const fhe = overview.fhe ?? undefined;
  const tokens = listFungible(transaction, overview.net_changes, overview.tokens);
  const names = toNames(overview.addresses);
  const lookAlikes = findLookAlikes([
    ...listAddresses(transaction, transaction.token_transfers),
    ...(net?.items ?? []).map(({ address }) => address.hash),
    ...approvals.flatMap(({ owner, spender }) => [owner, spender]),
  ]);
  return (
    <>
      <Receipt transaction={transaction} chain={chain} fhe={fhe} url={new URL(path, siteUrl()).href} />
      <div className="no-print flex flex-col gap-4">
        <PendingNotice transaction={transaction} />
        <FactStrip transaction={transaction} chain={chain} neighbors={neighbors} />
        <LookAlikeNotice lookAlikes={lookAlikes} />
        <FailureNotice {...{ transaction, tokens, names }} shortfall={overview.shortfall} />
        {overview.sandwich !== null && <SandwichNotice sandwich={overview.sandwich} />}
        <FailingLine failure={failingLine} path={page.path} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Parties transaction={transaction} lookAlikes={lookAlikes} />
            {transaction.block_number !== null && transaction.is_pending_update !== true && (
              <NetChangesPanel
                {...{ transaction, net, lookAlikes }}
                symbol={chain.symbol}
                wholeHref={`${path}/token-transfers?view=net`}
              />
            )}
            <TransfersPreview
              transaction={transaction}
              href={`${path}/token-transfers`}
              lookAlikes={lookAlikes}
            />
            <ApprovalsPanel
              {...{ approvals, transaction, names, tokens, lookAlikes, isPart }}
              logsHref={`${path}/logs?topic=${APPROVAL_LOG_TOPICS.join(',')}`}
            />
            <ConsolePanel overview={overview} names={names} />
            <InputPanel {...{ transaction, names }} units={toUnits(tokens, coin)} />
            <AuthorizationsPanel transaction={transaction} names={names} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            {fhe !== undefined && <FheSummary totals={fhe} href={`${path}/fhe`} />}
            <GasPanel transaction={transaction} symbol={chain.symbol} />
          </div>
        </div>
        <DetailsPanel
          transaction={transaction}
          failedCalls={overview.failed_internal_transactions_count}
          symbol={chain.symbol}
          proof={neighbors.proof}
          proofHref={transactionProofHref(chain.id, transaction.hash)}
        />
        <AllFields transaction={transaction} rawHref={`${path}/raw`} isOpen={all !== undefined} />
      </div>
      <PageCall path={callPath(getTransaction, where)} />
    </>
  );
}
