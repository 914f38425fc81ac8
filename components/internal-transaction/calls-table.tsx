import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Ends } from '@/components/chain/ends';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { MethodName } from '@/components/transaction/method-label';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import { type InternalTransaction, ownErrorOf } from '@/lib/endpoints/internal-transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { displayText } from '@/lib/format/text';
import { type Msg, msg, t } from '@/lib/language/t';

type Props = {
  caption: string;
  calls: readonly InternalTransaction[];
  symbol: string;
  list?: ListUrl;
};
type CallColumn = Column<InternalTransaction>;

/** Internal transactions of several transactions. */
export function CallsTable({ caption, calls, symbol, list }: Props) {
  const lookAlikes = findLookAlikes(
    calls.flatMap(({ from, to, created_contract: created }) =>
      [from, to, created].flatMap((end) => (end === null ? [] : [end.hash])),
    ),
  );
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={caption}
        columns={[
          CALL_TRANSACTION,
          BLOCK,
          CALL_TIME,
          CALL_TYPE,
          endsColumn(lookAlikes),
          CALL_METHOD,
          callValue(symbol),
        ]}
        rows={calls}
        list={list}
      />
    </>
  );
}

/** The transaction of a call. */
export const CALL_TRANSACTION: CallColumn = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: (call) => <TransactionLink hash={call.transaction_hash} part="/internal" />,
};

const BLOCK: CallColumn = {
  head: msg('Block'),
  className: 'max-lg:hidden whitespace-nowrap',
  cell: ({ block_number: height }) => <BlockLink height={height} />,
};

/** When a call was made. */
export const CALL_TIME: CallColumn = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

/** The type of a call, and whether it failed. */
export const CALL_TYPE: CallColumn = {
  head: msg('Type'),
  className: 'max-md:order-5',
  cell: (call) => {
    const error = ownErrorOf(call);
    return (
      <span className="inline-flex flex-wrap gap-1">
        <CallKind call={call} />
        {error !== null && (
          <Pill tone="error" title={displayText(error, 200)}>
            {t('failed')}
          </Pill>
        )}
      </span>
    );
  },
};

/** The called function. */
export const CALL_METHOD: CallColumn = {
  head: msg('Method'),
  className: 'max-md:hidden',
  cell: ({ method }) => method !== null && <MethodName name={method} />,
};

const endsColumn = (lookAlikes: ReadonlySet<string>): CallColumn => ({
  head: msg('From and to'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
  cell: ({ from, to, created_contract: created }) => {
    const target = created ?? to;
    return (
      <Ends from={from} lookAlikes={lookAlikes}>
        {target === null ? (
          <span className="text-faint">{t('no contract created')}</span>
        ) : (
          <AddressLabel address={target} lookAlikes={lookAlikes} />
        )}
      </Ends>
    );
  },
});

/** The coin that a call moved. */
export function callValue(symbol: string): CallColumn {
  return {
    head: msg('Value'),
    className: 'md:text-end max-md:order-6 max-md:justify-self-end',
    cell: ({ value }) =>
      value === '0' ? (
        <span className="text-faint">–</span>
      ) : (
        <CoinAmount wei={value} symbol={symbol} isColumn />
      ),
  };
}

const HINTS: Readonly<Record<InternalTransaction['type'], Msg>> = {
  call: msg('Calls another account'),
  callcode: msg('Runs another contract’s code on the caller’s storage (deprecated)'),
  delegatecall: msg('Runs another contract’s code in the caller’s context'),
  staticcall: msg('Calls another account, read-only'),
  create: msg('Creates a contract'),
  create2: msg('Creates a contract at a predetermined address'),
  selfdestruct: msg('Sends the contract’s balance away; may also destroy the contract'),
};

/** Call type, and whether it failed or was reverted by its parent. */
function CallKind({ call }: { call: Pick<InternalTransaction, 'type' | 'error' | 'is_undone'> }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Pill tone={call.type.startsWith('create') ? 'accent' : 'neutral'} title={t(HINTS[call.type])}>
        {call.type}
      </Pill>
      {call.is_undone === true && ownErrorOf(call) === null && (
        <Pill tone="pending" title={t('A parent call failed, so this call had no effect')}>
          {t('Reverted by parent')}
        </Pill>
      )}
    </span>
  );
}
