import { NamedAddress } from '@/components/chain/address';
import { BlockLink } from '@/components/chain/block-link';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TokenLabel, tokenSymbol } from '@/components/token/token-label';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { ConfidentialToken } from '@/lib/endpoints/confidential-token';
import type { Token } from '@/lib/endpoints/token';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { t } from '@/lib/language/t';
import { reasonOf } from './handle-facts';
import { HandleLink } from './handle-link';
import { PublicAmount } from './public-amount';

type Props = { token: Token; told: ConfidentialToken };

function AskedAt({ height }: { height: number | null }) {
  return height === null
    ? t('no node answered')
    : rich('asked of the contract after block {height}', { height: <BlockLink height={height} /> });
}

/** The encrypted supply, with its value where that is public. */
export function ConfidentialSupply({ token, told: { supply, block_number } }: Props) {
  const [known] = supply?.cleartexts ?? [];
  return (
    <Panel title={t('Total supply')} id="supply" aside={<AskedAt height={block_number} />}>
      {supply === null ? (
        <p className="px-4 py-3 text-sm text-soft">
          {block_number === null
            ? t('The contract could not be asked for its supply.')
            : t('The contract does not tell its supply.')}
        </p>
      ) : (
        <Rows>
          <Row label={t('Handle')}>
            {supply.handle === null ? (
              t('none: nothing was minted yet')
            ) : (
              <HandleLink handle={supply.handle} />
            )}
          </Row>
          {known !== undefined && (
            <Row label={t('Public value')}>
              <PublicAmount amount={known.value} token={token} />
            </Row>
          )}
        </Rows>
      )}
      {supply !== null && supply.handle !== null && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-soft">
          {known === undefined ? (
            explainSecret(supply)
          ) : (
            <>
              {t(reasonOf(known))} <TransactionLink hash={known.transaction_hash} />
            </>
          )}
        </p>
      )}
    </Panel>
  );
}

function explainSecret({ is_granted, is_public }: NonNullable<ConfidentialToken['supply']>): string {
  if (!is_granted)
    return t('No ACL of a known deployment lets the contract use this handle, so nothing is told of it.');
  return is_public
    ? t('Everyone may decrypt the value, but no indexed log tells it.')
    : t('The value is not public: only accounts with a grant may decrypt it.');
}

/** The ERC-20 token that the contract says it wraps, and what it holds of that. */
export function ConfidentialUnderlying({ token, told }: Props) {
  const { underlying, block_number } = told;
  return (
    <Panel title={t('Underlying token')} id="underlying" aside={<AskedAt height={block_number} />}>
      {underlying === null ? (
        <p className="px-4 py-3 text-sm text-soft">
          {block_number === null
            ? t('The contract could not be asked for a token that it wraps.')
            : t('The contract names no token that it wraps.')}
        </p>
      ) : (
        <Rows>
          <Row label={t('Wraps, as it says itself')}>
            {underlying.token === null ? (
              <NamedAddress address={underlying.address} />
            ) : (
              <TokenLabel token={underlying.token} />
            )}
          </Row>
          <Rate token={token} underlying={underlying} />
          <Row label={t('Holds')} hint={t('Result of balanceOf() of the underlying token')}>
            {underlying.held_amount === null ? (
              t('unknown')
            ) : (
              <PublicAmount amount={underlying.held_amount} token={underlying.token} />
            )}
          </Row>
          <Cover token={token} underlying={underlying} />
        </Rows>
      )}
    </Panel>
  );
}

type UnderlyingProps = { token: Token; underlying: NonNullable<ConfidentialToken['underlying']> };

function Rate({ token, underlying }: UnderlyingProps) {
  const [rate, decimals] = [parseInteger(underlying.rate), parseDecimals(token.decimals)];
  if (rate === undefined || decimals === undefined) return null;
  return (
    <Row label={t('One {symbol}', { symbol: tokenSymbol(token) })} hint={t('Result of rate()')}>
      <PublicAmount amount={String(rate * 10n ** BigInt(decimals))} token={underlying.token} />
    </Row>
  );
}

/** A supply that the contract can pay out is not above what it holds. */
function Cover({ token, underlying }: UnderlyingProps) {
  const [rate, held] = [parseInteger(underlying.rate), parseInteger(underlying.held_amount)];
  if (rate === undefined || rate === 0n || held === undefined) return null;
  return (
    <Row label={t('Covers a supply of')} hint={t('What it holds, at its rate: the most that it can pay out')}>
      <PublicAmount amount={String(held / rate)} token={token} />
    </Row>
  );
}
