import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';
import type { PresentedUserOperation } from '@/lib/endpoints/user-operation';
import { shortenHash } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';

type Props = { operations: readonly PresentedUserOperation[]; symbol: string; list: ListUrl };
type OperationColumn = Column<PresentedUserOperation>;

/** User operations, newest first. */
export function OperationsTable({ operations, symbol, list }: Props) {
  const lookAlikes = findLookAlikes(
    operations.flatMap(({ address, bundler, paymaster }) =>
      [address, bundler, paymaster].flatMap((one) => (one === null ? [] : [one.hash])),
    ),
  );
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('User operations, newest first')}
        columns={[
          HASH,
          TIME,
          BLOCK,
          TRANSACTION,
          accountColumn(lookAlikes),
          bundlerColumn(lookAlikes),
          ENTRY_POINT,
          feeColumn(symbol),
        ]}
        rows={operations}
        list={list}
      />
    </>
  );
}

const HASH: OperationColumn = {
  head: msg('User operation'),
  className: 'max-md:order-1',
  cell: ({ hash, status }) => {
    const text = status ? t('Success') : t('Failed');
    return (
      <span className="flex items-center gap-2">
        <span className={status ? 'text-ok' : 'text-error'} title={text}>
          <Icon name={status ? 'check' : 'cross'} />
          <span className="sr-only">{text} </span>
        </span>
        <ChainLink to={`/op/${hash}`} title={hash} className="mono whitespace-nowrap">
          {shortenHash(hash)}
        </ChainLink>
      </span>
    );
  },
};

const TIME: OperationColumn = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

const BLOCK: OperationColumn = {
  head: msg('Block'),
  className: 'max-xl:hidden whitespace-nowrap',
  cell: ({ block_number: height }) => <BlockLink height={Number(height)} />,
};

const TRANSACTION: OperationColumn = {
  head: msg('Transaction'),
  className: 'max-lg:hidden',
  cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
};

const accountColumn = (lookAlikes: ReadonlySet<string>): OperationColumn => ({
  head: msg('Account'),
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/3 md:max-w-0',
  cell: ({ address }) => <AddressLabel address={address} lookAlikes={lookAlikes} />,
});

const bundlerColumn = (lookAlikes: ReadonlySet<string>): OperationColumn => ({
  head: msg('Bundler'),
  className: 'max-md:hidden md:w-1/4 md:max-w-0',
  cell: ({ bundler }) => <AddressLabel address={bundler} lookAlikes={lookAlikes} />,
});

const ENTRY_POINT: OperationColumn = {
  head: msg('EntryPoint'),
  className: 'max-md:order-4',
  cell: ({ entry_point_version: version, paymaster }) => (
    <span className="inline-flex gap-1">
      <Pill>{version}</Pill>
      {paymaster !== null && (
        <Pill tone="accent" title={paymaster.hash}>
          {t('paymaster')}
        </Pill>
      )}
    </span>
  ),
};

const feeColumn = (symbol: string): OperationColumn => ({
  head: msg('Fee'),
  className: 'md:text-end max-md:order-5 max-md:justify-self-end',
  cell: ({ fee }) => <CoinAmount wei={fee} symbol={symbol} isColumn />,
});
