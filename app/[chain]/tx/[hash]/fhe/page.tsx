import { FheBreakdown } from '@/components/fhe/breakdown';
import { FheHead } from '@/components/fhe/fhe-head';
import { FheOperationsTable } from '@/components/fhe/operations-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { call } from '@/lib/client/call';
import { listTransactionFheOperations } from '@/lib/spec/fhe-operation';
import { getPageTransaction, type Params } from '../load';

/** What a transaction computed on encrypted values: what it cost, where the cost came from, and every operation. */
export default async function FhePage({ params }: { params: Params }) {
  const { chain, transaction } = await getPageTransaction(params);
  const fhe = await call(listTransactionFheOperations, {
    chain: chain.id,
    params: { transaction_hash_param: transaction.hash },
  });
  if (fhe === undefined || fhe.items.length === 0) {
    return (
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <EmptyState icon="lock" title="No confidential operations">
          {transaction.status === 'error'
            ? 'A failed transaction keeps no logs, so what it computed before it failed cannot be known.'
            : 'This transaction did not compute on encrypted values.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FheHead totals={fhe} />
      <Panel title="Where the work goes" id="breakdown">
        <div className="px-4 py-4">
          <FheBreakdown operations={fhe.items} />
        </div>
      </Panel>
      <Panel title="Operations" id="operations" aside="in the order in which they ran">
        <FheOperationsTable operations={fhe.items} />
      </Panel>
    </div>
  );
}
