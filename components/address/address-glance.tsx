import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Amount } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { COIN_DECIMALS } from '@/components/chain/worth';
import { TokenLabel } from '@/components/token/token-label';
import type { AddressInfo } from '@/lib/endpoints/address';
import type { CalledMethod, Counterparty } from '@/lib/endpoints/address-activity';
import type { TokenBalance } from '@/lib/endpoints/holding';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatUsd, worthOf } from '@/lib/format/usd';
import { t } from '@/lib/language/t';

const SHOWN = 4;

type Props = {
  address: AddressInfo;
  balances: readonly TokenBalance[];
  /** Whether these are all balances, of which shares can be told. */
  isWhole: boolean;
  dealings:
    | Readonly<{
        items: readonly Counterparty[];
        methods: readonly CalledMethod[];
        transactions_count: number;
        is_complete: boolean;
      }>
    | undefined;
  path: string;
};

/** What an address holds, calls most and deals with most; nothing where it did nothing. */
export function AddressGlance({ address, balances, isWhole, dealings, path }: Props) {
  const { items = [], methods = [] } = dealings ?? {};
  if (balances.length + items.length + methods.length === 0) return null;
  const others = items.slice(0, SHOWN);
  const lookAlikes = findLookAlikes([address.hash, ...others.map((one) => one.address.hash)]);
  return (
    <section aria-label={t('At a glance')}>
      <dl className="grid overflow-hidden rounded-md border border-line bg-surface text-sm shadow-panel md:auto-cols-fr md:grid-flow-col">
        {balances.length > 0 && (
          <Group label={t('Tokens')} more={balances.length > SHOWN ? `${path}/tokens` : undefined}>
            <Holdings address={address} balances={balances} isWhole={isWhole} />
          </Group>
        )}
        {methods.length > 0 && (
          <Group label={t('Most called methods')} note={dealings && ofLatest(dealings)}>
            {methods.slice(0, SHOWN).map((one) => (
              <Line key={`${one.contract.hash} ${one.selector}`} aside={countText(one.transactions_count)}>
                <code className="mono me-2">{displayText(one.method ?? one.selector, 40)}</code>
                {isOverloaded(one, methods) && (
                  <span className="mono me-2 text-xs text-faint">{displayText(one.selector, 10)}</span>
                )}
                {one.contract.hash !== address.hash && <AddressLabel address={one.contract} />}
              </Line>
            ))}
          </Group>
        )}
        {items.length > 0 && (
          <Group label={t('Mostly with')} note={dealings && ofLatest(dealings)} more={`${path}/activity`}>
            {others.map((one) => (
              <Line key={one.address.hash} aside={countText(one.sent_count + one.received_count)}>
                <AddressLabel address={one.address} lookAlikes={lookAlikes} />
              </Line>
            ))}
          </Group>
        )}
      </dl>
    </section>
  );
}

/** Functions of one contract may share a name: their selectors tell them apart. */
function isOverloaded(one: CalledMethod, methods: readonly CalledMethod[]): boolean {
  const { contract, method } = one;
  if (method === null) return false;
  return methods.some(
    (other) => other !== one && other.method === method && other.contract.hash === contract.hash,
  );
}

const countText = (count: number) => `${groupDigits(count)}×`;

function ofLatest({ transactions_count: count, is_complete: isAll }: NonNullable<Props['dealings']>) {
  return isAll ? undefined : t('of its latest {count} transactions', { count });
}

function Group(props: {
  label: string;
  note?: string | undefined;
  more?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="-me-0.5 -mb-px min-w-0 border-e border-b border-line px-4 py-3">
      <dt className="label mb-1">
        {props.label} {props.note}
      </dt>
      <dd className="flex flex-col gap-1">
        {props.children}
        {props.more && (
          <a href={props.more} className="text-xs">
            {t('Show all')}
          </a>
        )}
      </dd>
    </div>
  );
}

function Line({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center justify-between gap-3">
      <span className="flex min-w-0 items-center truncate">{children}</span>
      <span className="figure shrink-0 text-soft">{aside}</span>
    </span>
  );
}

type Held = Readonly<{ balance: TokenBalance; worth: number | undefined }>;

/** The most valuable balances first, with their share of what has a price if all are known; those without one as the API orders them. */
function Holdings({ address, balances, isWhole }: Pick<Props, 'address' | 'balances' | 'isWhole'>) {
  const held = balances.map((balance) => ({ balance, worth: worthOfBalance(balance) }));
  const coin = parseInteger(address.coin_balance);
  const ofCoin =
    coin === undefined || address.exchange_rate === null
      ? 0
      : (worthOf(coin, COIN_DECIMALS, address.exchange_rate) ?? 0);
  const whole = held.reduce((sum, { worth }) => sum + (worth ?? 0), ofCoin);
  const sorted = held.toSorted((one, other) => (other.worth ?? -1) - (one.worth ?? -1));
  return (
    <>
      {sorted.slice(0, SHOWN).map(({ balance, worth }) => (
        <Line
          key={`${balance.token?.address_hash} ${balance.token_id}`}
          aside={
            worth !== undefined && whole > 0 && <Share worth={worth} whole={isWhole ? whole : undefined} />
          }
        >
          <Holding balance={balance} />
        </Line>
      ))}
    </>
  );
}

function worthOfBalance({ token, value }: TokenBalance): Held['worth'] {
  const [amount, decimals] = [parseInteger(value), parseDecimals(token?.decimals ?? null)];
  if (amount === undefined || decimals === undefined || token?.exchange_rate == null) return undefined;
  return worthOf(amount, decimals, token.exchange_rate);
}

function Share({ worth, whole }: { worth: number; whole: number | undefined }) {
  if (whole === undefined) return formatUsd(worth);
  const share = ((100 * worth) / whole).toFixed(1);
  return (
    <>
      {formatUsd(worth)} · {t('{share} %', { share })}
    </>
  );
}

function Holding({ balance: { token, token_id: id, value } }: { balance: TokenBalance }) {
  const amount = parseInteger(value) ?? 0n;
  if (token === null) return <Amount value={amount} decimals={0} />;
  const isCounted = id !== null || hasTrait(token.type, 'items');
  return (
    <Amount value={amount} decimals={isCounted ? 0 : parseDecimals(token.decimals)}>
      <TokenLabel token={token} />
      {id !== null && (
        <ChainLink to={`/token/${token.address_hash}/instance/${id}`} className="ms-1.5 truncate">
          #{displayText(id, 12)}
        </ChainLink>
      )}
    </Amount>
  );
}
