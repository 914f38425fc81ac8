import { AddressLabel } from '@/components/chain/address';
import { TokenLabel } from '@/components/token/token-label';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatAmount, parseDecimals } from '@/lib/format/amount';
import { type AccountChanges, type NetChange, sumChanges } from '@/lib/format/net-changes';
import { countOf, groupDigits } from '@/lib/format/number';
import { roleOf } from '../transaction/role-of';
import { type AnyTransfer, type Asset, collectMovements, NO_ACCOUNTS } from './collect-movements';
import { ConfidentialAmount, TokenId } from './transfer-amount';

const SHOWN_ACCOUNTS = 8;
const MAX_ACCOUNTS = 100;
const MAX_CHANGES = 12;

type Props = {
  transaction: Transaction;
  /** All transfers; undefined if there are too many to sum. */
  transfers: readonly AnyTransfer[] | undefined;
  symbol: string;
  lookAlikes: ReadonlySet<string>;
};

/** Net balance changes per account of a transaction. */
export function BalanceChanges({ transaction, transfers, symbol, lookAlikes }: Props) {
  if (transfers === undefined) return <TooMany />;
  if (transfers.length === 0) return null;
  const { movements, accounts, assets } = collectMovements(transaction, transfers);
  const all = sumChanges(movements, NO_ACCOUNTS);
  if (all.length === 0) return null;
  const listed = all.slice(0, MAX_ACCOUNTS);
  const rest = listed.slice(SHOWN_ACCOUNTS);
  const row = (entry: AccountChanges) => (
    <Account
      key={entry.account}
      entry={entry}
      address={accounts.get(entry.account)}
      {...{ transaction, assets, symbol, lookAlikes }}
    />
  );
  return (
    <Panel title="Net balance changes" id="changes" aside={countOf(all.length, 'account')}>
      <dl className="divide-y divide-line">{listed.slice(0, SHOWN_ACCOUNTS).map(row)}</dl>
      {rest.length > 0 && (
        <div className="border-t border-line">
          <Disclosure title={countOf(rest.length, 'more account')}>
            <dl className="divide-y divide-line border-t border-line">{rest.map(row)}</dl>
          </Disclosure>
        </div>
      )}
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {all.length > MAX_ACCOUNTS && `${countOf(all.length - MAX_ACCOUNTS, 'account')} not shown. `}
        Sum of token transfers, plus the value and the fee in {symbol}. {symbol} moved by internal
        transactions is not included.
      </p>
    </Panel>
  );
}

function Account(props: {
  entry: AccountChanges;
  address: Address | undefined;
  transaction: Transaction;
  assets: ReadonlyMap<string, Asset>;
  symbol: string;
  lookAlikes: ReadonlySet<string>;
}) {
  const { address, transaction } = props;
  if (address === undefined) return null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-2 text-sm">
      <dt className="min-w-0">
        <AddressLabel address={address} part={roleOf(address, transaction)} lookAlikes={props.lookAlikes} />
      </dt>
      <dd className="ml-auto min-w-0">
        <Changes entry={props.entry} assets={props.assets} symbol={props.symbol} />
      </dd>
    </div>
  );
}

function TooMany() {
  return (
    <Panel title="Net balance changes" id="changes">
      <p className="px-4 py-3 text-sm text-soft">
        There are too many transfers to sum up here. See the list of transfers.
      </p>
    </Panel>
  );
}

function Changes(props: { entry: AccountChanges; assets: ReadonlyMap<string, Asset>; symbol: string }) {
  const { changes } = props.entry;
  return (
    <ul className="flex flex-wrap justify-end gap-x-4 gap-y-0.5">
      {changes.slice(0, MAX_CHANGES).map((change) => (
        <li key={change.asset}>
          <Change change={change} asset={props.assets.get(change.asset)} symbol={props.symbol} />
        </li>
      ))}
      {changes.length > MAX_CHANGES && (
        <li className="text-faint">and {countOf(changes.length - MAX_CHANGES, 'more asset')}</li>
      )}
    </ul>
  );
}

function Change({ change, asset, symbol }: { change: NetChange; asset: Asset | undefined; symbol: string }) {
  const name =
    asset?.token === undefined ? (
      <bdi className="text-soft">{symbol}</bdi>
    ) : (
      <TokenLabel token={asset.token} />
    );
  if (change.amount === null) {
    return (
      <span>
        <span className="text-soft">{describeWays(change)}</span>{' '}
        {asset?.isConfidential === true ? <ConfidentialAmount handle={null} /> : 'an unknown amount of'}{' '}
        {name}
      </span>
    );
  }
  const tokenId = asset?.tokenId ?? null;
  const isMore = change.amount > 0n;
  return (
    <span className={isMore ? 'text-ok' : 'text-error'}>
      {tokenId === null ? (
        <SignedAmount
          value={change.amount}
          decimals={asset?.token === undefined ? 18 : parseDecimals(asset.token.decimals)}
        />
      ) : (
        <>
          {isMore ? '+' : '−'}
          <Times count={isMore ? change.amount : -change.amount} />
          <TokenId id={tokenId} />
        </>
      )}{' '}
      <span className="text-ink">{name}</span>
    </span>
  );
}

function Times({ count }: { count: bigint }) {
  return count === 1n ? null : <>{groupDigits(count)} × </>;
}

function SignedAmount({ value, decimals }: { value: bigint; decimals: number | undefined }) {
  const shown = formatAmount(value < 0n ? -value : value, decimals ?? 0);
  const sign = value < 0n ? '−' : '+';
  return (
    <span title={`${sign}${shown.exact}`} className="font-medium whitespace-nowrap">
      {sign}
      {shown.text}
    </span>
  );
}

function describeWays({ received, sent }: { received: number; sent: number }): string {
  const times = (count: number) => (count === 1 ? '' : ` ${groupDigits(count)} times`);
  if (sent === 0) return `received${times(received)}`;
  if (received === 0) return `sent${times(sent)}`;
  return `received${times(received)}, sent${times(sent)}`;
}
