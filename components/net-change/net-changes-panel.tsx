import { AddressLabel } from '@/components/chain/address';
import { COIN_DECIMALS, Worth } from '@/components/chain/worth';
import { Disclosure } from '@/components/ui/disclosure';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { AccountNetChanges, AssetChange, NetChanges } from '@/lib/endpoints/net-change';
import type { Transaction } from '@/lib/endpoints/transaction';
import { parseDecimals } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { splitChanges } from '@/lib/sentence/split-changes';
import { rateOfToken } from '../token/rate-of-token';
import { tokenSymbol } from '../token/token-label';
import { AssetAmount } from '../token-transfer/asset-amount';
import { ratesOf } from '../transaction/rates-of';
import { roleOf } from '../transaction/role-of';
import { NetChangesNote } from './net-changes-note';

const SHOWN_ACCOUNTS = 8;
const MAX_CHANGES = 12;

type Props = {
  transaction: Transaction;
  /** Undefined if there are too many transfers to sum up. */
  net: NetChanges | undefined;
  symbol: string;
  lookAlikes: ReadonlySet<string>;
  /** Link to more accounts; undefined where all are listed. */
  wholeHref?: string | undefined;
};

/** Gains and losses of each account in a transaction, the sender first. */
export function NetChangesPanel({ transaction, net, symbol, lookAlikes, wholeHref }: Props) {
  if (net === undefined) return <TooMany />;
  if (net.items.length === 0) return null;
  const rest = net.items.slice(SHOWN_ACCOUNTS);
  const row = (entry: AccountNetChanges) => (
    <Account key={entry.address.hash} {...{ entry, net, transaction, symbol, lookAlikes }} />
  );
  return (
    <Panel
      title={t('Net balance changes')}
      id="changes"
      aside={t('{count, plural, one {# account} other {# accounts}}', { count: net.accounts_count })}
    >
      <dl className="divide-y divide-line">{net.items.slice(0, SHOWN_ACCOUNTS).map(row)}</dl>
      {rest.length > 0 && (
        <div className="border-t border-line">
          <Disclosure
            title={t('{count, plural, one {# more account} other {# more accounts}}', { count: rest.length })}
          >
            <dl className="divide-y divide-line border-t border-line">{rest.map(row)}</dl>
          </Disclosure>
        </div>
      )}
      <NetChangesNote net={net} symbol={symbol} wholeHref={wholeHref} />
    </Panel>
  );
}

type Rates = ReturnType<typeof ratesOf>;
type AccountProps = Omit<Props, 'net' | 'wholeHref'> & { entry: AccountNetChanges; net: NetChanges };

function Account({ entry, net, transaction, symbol, lookAlikes }: AccountProps) {
  const role = roleOf(entry.address, transaction);
  const rates = ratesOf(transaction);
  const isRecipient = net.fee?.recipient?.hash === entry.address.hash;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-2 text-sm">
      <dt className="flex min-w-0 flex-wrap items-center gap-x-2">
        <AddressLabel address={entry.address} part={role} lookAlikes={lookAlikes} />
        {role === 'from' && <span className="text-xs text-soft">{t('sender')}</span>}
        {isRecipient && <span className="text-xs text-soft">{t('fee recipient')}</span>}
      </dt>
      <dd className="ms-auto min-w-0">
        {role === 'from' ? (
          <SenderChanges entry={entry} net={net} symbol={symbol} rates={rates} />
        ) : (
          <Changes changes={entry.changes} symbol={symbol} rates={rates} />
        )}
        <NotListed count={entry.changes_count - entry.changes.length} />
      </dd>
    </div>
  );
}

/** What the sender gave and received apart from the fee, and the fee. */
function SenderChanges(props: Pick<AccountProps, 'entry' | 'net' | 'symbol'> & { rates: Rates }) {
  const { entry, net, symbol, rates } = props;
  const { gave, got, fee } = splitChanges(entry.changes, net.fee);
  const lines = [
    { name: t('sent'), changes: gave },
    { name: t('received'), changes: got.filter((change) => !isBothWays(change)) },
    { name: t('sent and received'), changes: got.filter(isBothWays) },
    { name: t('fee'), changes: fee },
  ].filter(({ changes }) => changes.length > 0);
  return (
    <dl className="flex flex-col gap-0.5">
      {lines.map(({ name, changes }) => (
        <div key={name} className="flex justify-end gap-x-3">
          <dt className="text-xs leading-5 text-faint">{name}</dt>
          <dd className="min-w-0">
            <Changes changes={changes} symbol={symbol} rates={rates} isNamed />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NotListed({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="text-end text-xs text-faint">
      {t('{count, plural, one {# asset} other {# assets}} not shown.', { count })}
    </p>
  );
}

function TooMany() {
  return (
    <Panel title={t('Net balance changes')} id="changes">
      <p className="px-4 py-3 text-sm text-soft">
        {t('There are too many transfers to sum up here. See the list of transfers.')}
      </p>
    </Panel>
  );
}

function ChangeWorth({ change, symbol, rates }: { change: AssetChange; symbol: string; rates: Rates }) {
  const { token, token_id: id, amount } = change;
  const { historic_exchange_rate: rate, historic_exchange_rate_source: source } = change;
  if (token === null) return <Worth {...{ amount, symbol }} decimals={COIN_DECIMALS} {...rates} />;
  // a price is of the token, not of an ID
  if (id !== null) return null;
  const decimals = parseDecimals(token.decimals);
  const past = { rate, source, timestamp: rates.past.timestamp };
  return <Worth {...{ amount, decimals, past }} symbol={tokenSymbol(token)} now={rateOfToken(token)} />;
}

type ChangesProps = {
  changes: readonly AssetChange[];
  symbol: string;
  rates: Rates;
  /** Whether they were received or sent stands before them. */
  isNamed?: boolean;
};

/** The first changes; the rest unfold. */
function Changes({ changes, ...shared }: ChangesProps) {
  const rest = changes.slice(MAX_CHANGES);
  return (
    <>
      <ChangeList changes={changes.slice(0, MAX_CHANGES)} {...shared} />
      {rest.length > 0 && (
        <details className="group text-end">
          <summary className="inline-flex min-h-6 items-center gap-1 text-accent hover:underline">
            <Icon name="chevronRight" className="chevron size-3" />
            {t('{count, plural, one {# more asset} other {# more assets}}', { count: rest.length })}
          </summary>
          <ChangeList changes={rest} {...shared} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes, symbol, rates, isNamed = false }: ChangesProps) {
  return (
    <ul className="flex flex-wrap justify-end gap-x-4 gap-y-0.5">
      {changes.map((change) => (
        <li key={`${change.token?.address_hash} ${change.token_id}`} className="text-end">
          {change.amount === null && !isNamed && (
            <span className="text-soft">{describeDirections(change)} </span>
          )}
          <AssetAmount asset={change} symbol={symbol} isSigned isExact />
          {change.amount === null && isNamed && <Times count={change.received + change.sent} />}
          {change.token_id === null && <ChangeWorth change={change} symbol={symbol} rates={rates} />}
        </li>
      ))}
    </ul>
  );
}

/** Encrypted amounts in both directions, whose sum has no sign. */
function isBothWays({ amount, received, sent }: AssetChange): boolean {
  return amount === null && received > 0 && sent > 0;
}

function Times({ count }: { count: number }) {
  if (count <= 1) return null;
  return <span className="text-soft"> {t('({count} times)', { count: groupDigits(count) })}</span>;
}

function describeDirections({ received, sent }: AssetChange): string {
  if (sent === 0) return t('{received, plural, one {received} other {received # times}}', { received });
  if (received === 0) return t('{sent, plural, one {sent} other {sent # times}}', { sent });
  return t(
    '{received, plural, one {received} other {received # times}}, {sent, plural, one {sent} other {sent # times}}',
    { received, sent },
  );
}
