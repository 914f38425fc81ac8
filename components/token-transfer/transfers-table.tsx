import { ChainLink } from '@/components/chain/chain-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { isNullAddress } from '@/lib/format/address-name';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { TransferAmount } from './transfer-amount';
import { TransferEnds } from './transfer-ends';
import { TransferKind } from './transfer-kind';

type Props = {
  transfers: readonly TokenTransfer[];
  transaction: Transaction;
  lookAlikes: ReadonlySet<string>;
  /** Link to a log. */
  logHref: (logIndex: number) => string;
  /** Link to the call that emitted a log. */
  callHref: (logIndex: number) => string;
  /** Link to the operation that produced a handle; undefined if it was not in this transaction. */
  operationHref: (handle: string) => string | undefined;
};

/** Transfers of a transaction in log order. */
export function TransfersTable(props: Props) {
  const { transfers } = props;
  return (
    <DataTable
      caption={t('Token transfers of this transaction')}
      columns={columnsFor(props)}
      rows={transfers}
      rowId={(transfer, index) =>
        isFirstOfLog(transfers, index) ? `log-${transfer.log_index}` : `row-${index}`
      }
      narrow="max-md:grid-cols-[auto_auto_minmax(0,1fr)]"
    />
  );
}

function isFirstOfLog(transfers: readonly TokenTransfer[], index: number): boolean {
  return transfers[index - 1]?.log_index !== transfers[index]?.log_index;
}

const AMOUNT =
  'md:min-w-36 md:text-end xl:whitespace-nowrap max-md:order-4 max-md:col-span-3 max-md:text-base';

/** Sender and receiver take what the others leave, and long names are truncated. */
function columnsFor(props: Props): Column<TokenTransfer>[] {
  const { transaction, lookAlikes } = props;
  return [
    {
      head: msg('Log'),
      className: 'md:w-16 text-faint max-md:order-1',
      cell: (transfer) => <LogLinks {...props} index={transfer.log_index} />,
    },
    {
      head: msg('Event'),
      className: 'md:w-28 max-md:order-2',
      cell: (transfer) => <TransferKind transfer={transfer} />,
    },
    {
      head: msg('From and to'),
      className: 'max-md:order-5 max-md:col-span-3 md:w-1/2 md:max-w-0',
      cell: (transfer) => <TransferEnds {...{ transfer, transaction, lookAlikes }} />,
    },
    {
      head: msg('Amount or token ID'),
      className: AMOUNT,
      cell: (transfer) => (
        <>
          <TransferAmount transfer={transfer} isExact />
          <Links transfer={transfer} operationHref={props.operationHref} />
        </>
      ),
    },
    {
      head: msg('Token'),
      className: 'lg:w-56 lg:max-w-56 max-md:order-3 max-md:justify-self-end',
      cell: (transfer) => (
        <span className="flex items-center gap-2 lg:justify-between">
          <bdi className="hidden min-w-0 truncate text-soft lg:inline" title={transfer.token.address_hash}>
            {transfer.token.name === null ? t('Unnamed token') : displayText(transfer.token.name, 40)}
          </bdi>
          <Pill>{transfer.token_type ?? transfer.token.type ?? t('token')}</Pill>
        </span>
      ),
    },
  ];
}

/** Links to a log and to the call that emitted it. */
function LogLinks({ index, logHref, callHref }: Pick<Props, 'logHref' | 'callHref'> & { index: number }) {
  return (
    <>
      <a href={logHref(index)} className="text-faint" aria-label={t('Log {logIndex}', { logIndex: index })}>
        #{index}
      </a>{' '}
      <a href={callHref(index)} className="no-print text-xs">
        {t('call')}
      </a>
    </>
  );
}

/** Links to where the money went from here, and to the operation that produced a confidential amount. */
function Links(props: { transfer: TokenTransfer } & Pick<Props, 'operationHref'>) {
  const { from, token, transaction_hash: transaction, encrypted_amount: handle } = props.transfer;
  const operation = handle === null ? undefined : props.operationHref(handle.toLowerCase());
  return (
    <>
      {operation !== undefined && (
        <a href={operation} className="ms-2 text-xs whitespace-nowrap">
          {t('see operation')}
        </a>
      )}
      {!isNullAddress(from.hash) && (
        <ChainLink
          to={`/flow/${from.hash}?transaction=${transaction}&asset=${token.address_hash}`}
          rel="nofollow"
          className="no-print ms-2 text-xs whitespace-nowrap"
        >
          {t('follow')}
        </ChainLink>
      )}
    </>
  );
}
