import { ActionsPanel } from '@/components/transaction/actions-panel';
import { AllFields } from '@/components/transaction/all-fields';
import { AuthorizationsPanel } from '@/components/transaction/authorizations-panel';
import { DetailsPanel } from '@/components/transaction/details-panel';
import { FactStrip } from '@/components/transaction/fact-strip';
import { FailureNotice } from '@/components/transaction/failure-notice';
import { FheSummary } from '@/components/transaction/fhe-summary';
import { GasPanel } from '@/components/transaction/gas-panel';
import { InputPanel } from '@/components/transaction/input-panel';
import { Parties } from '@/components/transaction/parties';
import { PendingNotice } from '@/components/transaction/pending-notice';
import { TransfersPreview } from '@/components/transaction/transfers-preview';
import { call } from '@/lib/client/call';
import { listTransactionFheOperations } from '@/lib/spec/fhe-operation';
import { findNeighbours, getPageTransaction, type Params } from './load';

type Props = { params: Params; searchParams: Promise<Record<string, string | string[] | undefined>> };

/** A transaction at a glance. */
export default async function TransactionPage({ params, searchParams }: Props) {
  const { chain, transaction } = await getPageTransaction(params);
  const hash = { transaction_hash_param: transaction.hash };
  const [{ all }, neighbours, fhe] = await Promise.all([
    searchParams,
    findNeighbours(chain, transaction),
    transaction.fhe_operations_count > 0
      ? call(listTransactionFheOperations, { chain: chain.id, params: hash })
      : undefined,
  ]);
  const path = `/${chain.id}/tx/${transaction.hash}`;
  return (
    <div className="flex flex-col gap-4">
      <PendingNotice transaction={transaction} />
      <FactStrip transaction={transaction} chain={chain} neighbours={neighbours} />
      <FailureNotice transaction={transaction} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Parties transaction={transaction} />
          <ActionsPanel transaction={transaction} />
          <TransfersPreview transaction={transaction} href={`${path}/token-transfers`} />
          <InputPanel transaction={transaction} />
          <AuthorizationsPanel transaction={transaction} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {fhe !== undefined && fhe.operation_count > 0 && <FheSummary totals={fhe} href={`${path}/fhe`} />}
          <GasPanel transaction={transaction} symbol={chain.symbol} />
        </div>
      </div>
      <DetailsPanel transaction={transaction} />
      <AllFields
        transaction={transaction}
        apiPath={`/${chain.id}/api/v2/transactions/${transaction.hash}`}
        isOpen={all !== undefined}
      />
    </div>
  );
}
