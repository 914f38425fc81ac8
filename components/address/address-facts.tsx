import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Amount, CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { COIN_DECIMALS, RateLine, Worth } from '@/components/chain/worth';
import { TokenLabel } from '@/components/token/token-label';
import { rich } from '@/components/ui/rich';
import type { AddressInfo } from '@/lib/endpoints/address';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Counters = Readonly<{
  transactions_count: string;
  token_transfers_count: string;
  gas_usage_count: string;
  validations_count: string;
}>;
type Props = { address: AddressInfo; counters: Counters | undefined; symbol: string };

/** Balances and activity of an address; values the API lacks are shown as unknown or left out. */
export function AddressFacts({ address, counters, symbol }: Props) {
  const { block_number_balance_updated_at: at, token } = address;
  const rate = { rate: address.exchange_rate, source: address.exchange_rate_source };
  const hasCreation = address.creation_transaction_hash !== null;
  const width =
    token !== null && hasCreation
      ? 'lg:grid-cols-5'
      : token !== null || hasCreation
        ? 'lg:grid-cols-4'
        : 'lg:grid-cols-3';
  return (
    <Facts className={`grid-cols-2 ${width}`}>
      <Fact label={t('Balance')} className="max-lg:col-span-2">
        <CoinAmount wei={address.coin_balance} symbol={symbol} />
        <Worth amount={address.coin_balance} decimals={COIN_DECIMALS} symbol={symbol} now={rate} />
        <FactNote>
          {address.coin_balance === null && t('not available from the node')}
          {address.coin_balance !== null &&
            at !== null &&
            rich('at block {block}', { block: <BlockLink height={at} /> })}
          {address.is_coin_balance_proven && <> · {t('proven by access lists')}</>}
        </FactNote>
        {rate.rate !== null && (
          <FactNote>
            <RateLine rate={rate} symbol={symbol} />
          </FactNote>
        )}
      </Fact>
      <CountFact label={t('Transactions')} count={counters?.transactions_count}>
        {counters &&
          counters.gas_usage_count !== '0' &&
          t('{gasUsageCount} gas used', { gasUsageCount: groupDigits(counters.gas_usage_count) })}
      </CountFact>
      <CountFact label={t('Token transfers')} count={counters?.token_transfers_count}>
        {counters &&
          counters.validations_count !== '0' &&
          t('fee recipient of {count, plural, one {# block} other {# blocks}}', {
            count: BigInt(counters.validations_count),
          })}
      </CountFact>
      {token !== null && <TokenFact token={token} />}
      {hasCreation && <Creation address={address} />}
    </Facts>
  );
}

function CountFact(props: { label: string; count: string | undefined; children: ReactNode }) {
  return (
    <Fact label={props.label}>
      {props.count === undefined ? (
        <span className="text-faint">{t('unknown')}</span>
      ) : (
        groupDigits(props.count)
      )}
      <FactNote>{props.children}</FactNote>
    </Fact>
  );
}

function TokenFact({ token }: { token: NonNullable<AddressInfo['token']> }) {
  const supply = parseInteger(token.total_supply);
  return (
    <Fact label={t('Token')} className="max-lg:col-span-2">
      <span className="[&_a]:text-accent">
        <TokenLabel token={token} />
      </span>
      <FactNote>
        {supply !== undefined &&
          rich('total supply {supply}', {
            supply: <Amount value={supply} decimals={parseDecimals(token.decimals) ?? 0} />,
          })}
        {supply !== undefined && token.holders_count !== null && ' · '}
        {token.holders_count !== null &&
          t('{count, plural, one {# holder} other {# holders}}', { count: BigInt(token.holders_count) })}
      </FactNote>
    </Fact>
  );
}

function Creation({ address }: { address: AddressInfo }) {
  const { creator_address_hash: creator, creation_transaction_hash: hash } = address;
  const named = address.creator ?? { name: null, is_contract: null };
  const { creation_source: source, destruction_transaction_hash: destruction } = address;
  return (
    <Fact label={t('Created by')} className="max-lg:col-span-2">
      {creator === null ? (
        <span className="text-soft">{t('unknown contract')}</span>
      ) : (
        <AddressLabel address={{ ...named, hash: creator }} />
      )}
      {hash !== null && (
        <FactNote>
          {rich('in transaction {transaction}{isTraced, select, true { (from trace)} other {}}', {
            transaction: <TransactionLink hash={hash} />,
            isTraced: source === 'trace',
          })}
        </FactNote>
      )}
      {destruction !== null && (
        <FactNote>
          {rich('self-destructed in transaction {transaction}', {
            transaction: <TransactionLink hash={destruction} />,
          })}
        </FactNote>
      )}
    </Fact>
  );
}

function TransactionLink({ hash }: { hash: string }) {
  return (
    <ChainLink to={`/tx/${hash}`} className="mono" title={hash}>
      {shortenHash(hash)}
    </ChainLink>
  );
}
