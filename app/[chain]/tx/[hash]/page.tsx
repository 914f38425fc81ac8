import { siteUrl } from '@/app/site-url';
import { ApprovalsPanel } from '@/components/approval/approvals-panel';
import { APPROVAL_TOPICS } from '@/components/approval/read-approvals';
import { toUnits } from '@/components/chain/amount-value';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { FheSummary } from '@/components/fhe/fhe-summary';
import { PageCall } from '@/components/layout/page-call';
import { NetChangesPanel } from '@/components/net-change/net-changes-panel';
import { transactionProofHref } from '@/components/proof/proof-href';
import { TransfersPreview } from '@/components/token-transfer/transfers-preview';
import { AllFields } from '@/components/transaction/all-fields';
import { AuthorizationsPanel } from '@/components/transaction/authorizations-panel';
import { DetailsPanel } from '@/components/transaction/details-panel';
import { FactStrip } from '@/components/transaction/fact-strip';
import { FailureNotice } from '@/components/transaction/failure-notice';
import { GasPanel } from '@/components/transaction/gas-panel';
import { InputPanel } from '@/components/transaction/input-panel';
import { listAddresses } from '@/components/transaction/list-addresses';
import { listAmountTokens } from '@/components/transaction/list-amount-tokens';
import { Parties } from '@/components/transaction/parties';
import { PendingNotice } from '@/components/transaction/pending-notice';
import { Receipt } from '@/components/transaction/receipt';
import { callPath } from '@/lib/client/call';
import { getTransaction } from '@/lib/endpoints/transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import {
  findApprovals,
  findFheOperations,
  findNames,
  findNeighbors,
  findNetChanges,
  findTokens,
  getPageTransaction,
  type Params,
} from './load';

type Props = { params: Params; searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Overview tab of a transaction. */
export default async function TransactionPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const { chain, transaction, where, path } = page;
  const [{ all }, neighbors, fhe, net, { approvals, isPart }] = await Promise.all([
    searchParams,
    findNeighbors(page),
    findFheOperations(page),
    findNetChanges(page),
    findApprovals(page),
  ]);
  const [tokens, names] = await Promise.all([
    findTokens(page, { net, addresses: listAmountTokens(transaction, approvals) }),
    findNames(page, { net, approvals }),
  ]);
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
        <FailureNotice transaction={transaction} tokens={tokens} />
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
              logsHref={`${path}/logs?topic=${APPROVAL_TOPICS.join(',')}`}
            />
            <InputPanel transaction={transaction} units={toUnits(tokens, chain.symbol)} />
            <AuthorizationsPanel transaction={transaction} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            {fhe !== undefined && <FheSummary totals={fhe} href={`${path}/fhe`} />}
            <GasPanel transaction={transaction} symbol={chain.symbol} />
          </div>
        </div>
        <DetailsPanel
          transaction={transaction}
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
