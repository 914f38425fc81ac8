import { readConfig } from '@/app/read-config';
import { PageCall } from '@/components/layout/page-call';
import { type ApiCall, ApiCalls } from '@/components/transaction/api-calls';
import { FieldList } from '@/components/transaction/field-list';
import { RawInputPanel } from '@/components/transaction/raw-input';
import { Panel } from '@/components/ui/panel';
import { callPath } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { listTransactionInternals } from '@/lib/endpoints/internal-transaction';
import { listTransactionLogs } from '@/lib/endpoints/log';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { listStateChanges } from '@/lib/endpoints/state-change';
import { listTransactionTokenTransfers } from '@/lib/endpoints/token-transfer';
import { getTransaction } from '@/lib/endpoints/transaction';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

const CALLS = [
  { name: msg('Transaction'), operation: getTransaction.id, path: '' },
  { name: msg('Token transfers'), operation: listTransactionTokenTransfers.id, path: '/token-transfers' },
  { name: msg('FHE operations'), operation: listTransactionFheOperations.id, path: '/fhe-operations' },
  { name: msg('Logs'), operation: listTransactionLogs.id, path: '/logs' },
  {
    name: msg('Internal transactions'),
    operation: listTransactionInternals.id,
    path: '/internal-transactions',
  },
  { name: msg('State changes'), operation: listStateChanges.id, path: '/state-changes' },
  { name: msg('Raw trace'), operation: getRawTrace.id, path: '/raw-trace' },
];

export const generateMetadata = describeTab('raw', msg('Raw data'));

/** Raw tab of a transaction: API calls, input and every field. */
export default async function RawPage({ params }: { params: Params }) {
  const { chain, transaction, where } = await getPageTransaction(params);
  const [first] = (await findChainList()) ?? [];
  const resource = `/api/v2/transactions/${transaction.hash}`;
  // the keyless surface only serves the default chain
  const isOpen = first?.id === chain.id && !readConfig().apiIsElsewhere;
  const calls = CALLS.map(
    ({ name, operation, path }): ApiCall => ({
      name: t(name),
      operation,
      path: `/${chain.id}${resource}${path}`,
      openPath: isOpen ? `${resource}${path}` : undefined,
    }),
  );
  return (
    <div className="flex flex-col gap-4">
      <ApiCalls calls={calls} site={readConfig().publicUrl} />
      <RawInputPanel transaction={transaction} />
      <Panel title={t('All fields')} id="fields" aside={t('as returned by the API')}>
        <FieldList transaction={transaction} />
      </Panel>
      <PageCall path={callPath(getTransaction, where)} />
    </div>
  );
}
