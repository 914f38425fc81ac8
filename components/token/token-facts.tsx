import { Amount, Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { RateLine, Worth } from '@/components/chain/worth';
import { Icon } from '@/components/ui/icon';
import type { TokenInfo } from '@/lib/endpoints/token';
import { hasTrait, isHeldById } from '@/lib/evm/token-standards';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatUsd } from '@/lib/format/usd';
import { t } from '@/lib/language/t';
import { rateOfToken } from './rate-of-token';
import { tokenSymbol } from './token-label';

/** What computes on the amounts of a confidential token. */
function Maker({ of }: { of: NonNullable<TokenInfo['confidential']> }) {
  const { maker, deployment, executor, is_confirmed: isConfirmed } = of;
  if (maker === 'nox')
    return (
      <>
        iExec Nox<FactNote>{t('computed in trusted hardware, not on ciphertexts')}</FactNote>
      </>
    );
  if (maker === 'cofhe')
    return (
      <>
        Fhenix CoFHE<FactNote>{t('another protocol than fhEVM')}</FactNote>
      </>
    );
  if (maker === 'unknown') return <Unknown />;
  if (deployment !== null)
    return (
      <>
        fhEVM<FactNote>{displayText(deployment, MAX_DEPLOYMENT_NAME)}</FactNote>
        {isConfirmed === false && <NotConfirmed />}
      </>
    );
  return (
    <>
      fhEVM
      <FactNote>
        {executor === null
          ? t('by the form of its handles')
          : t('with another executor, {executor}', { executor: shortenHash(executor) })}
      </FactNote>
      {isConfirmed === false && <NotConfirmed />}
    </>
  );
}

function NotConfirmed() {
  return (
    <FactNote>{t('not confirmed: no known deployment lets it use a value of its latest transfers')}</FactNote>
  );
}

const MAX_DEPLOYMENT_NAME = 60;
type Props = { token: TokenInfo; transfersCount: string | null };

/** Supply, holders, transfers and decimals. Encrypted and unknown ones are marked; optional ones may be missing. */
export function TokenFacts({ token, transfersCount }: Props) {
  const isConfidential = hasTrait(token.type, 'encrypted');
  const hasSupply = !hasTrait(token.type, 'no supply');
  const rate = rateOfToken(token);
  // of two columns: with one of both beside it, the last fact is not alone in its row
  const hasPair = (rate.rate !== null) !== (token.confidential !== undefined);
  return (
    <Facts className="grid-cols-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {(hasSupply || token.total_supply !== null) && (
        <Fact label={t('Total supply')} hint={t('Result of totalSupply()')} className="max-md:col-span-2">
          <Supply token={token} />
        </Fact>
      )}
      <Fact
        label={t('Holders')}
        hint={
          isHeldById(token.type)
            ? t('Addresses that hold an ID of it; unknown if transfers do not account for all balances')
            : t('Addresses with a balance above zero; unknown if transfers do not account for all balances')
        }
      >
        <Count value={token.holders_count} isEncrypted={isConfidential} />
        {token.holders_count === null && !isConfidential && (
          <FactNote>{explainMissingHolders(token)}</FactNote>
        )}
      </Fact>
      <Fact label={t('Transfers')} hint={t('Transfer events, mints and burns included')}>
        <Count value={transfersCount} isEncrypted={false} />
      </Fact>
      {rate.rate !== null && (
        <Fact label={t('Price')} hint={t('US dollars per token')}>
          {formatUsd(Number(rate.rate))}
          <FactNote>
            <RateLine rate={rate} symbol={tokenSymbol(token)} />
          </FactNote>
        </Fact>
      )}
      {token.confidential !== undefined && (
        <Fact label={t('Encryption')} hint={t('What computes on its amounts, as its contract declares')}>
          <Maker of={token.confidential} />
        </Fact>
      )}
      {(hasSupply || token.decimals !== null) && (
        <Fact label={t('Decimals')} className={hasPair ? '' : 'max-md:col-span-2'}>
          {token.decimals === null ? <Unknown /> : groupDigits(token.decimals)}
        </Fact>
      )}
    </Facts>
  );
}

function Supply({ token }: { token: TokenInfo }) {
  const supply = parseInteger(token.total_supply);
  if (hasTrait(token.type, 'encrypted') && supply === undefined)
    return (
      <ChainLink to={`/token/${token.address_hash}/confidential`}>
        <Encrypted />
      </ChainLink>
    );
  if (supply === undefined) return <Unknown />;
  const decimals = parseDecimals(token.decimals);
  return (
    <>
      <Amount value={supply} decimals={decimals ?? 0} />
      <Worth
        amount={token.total_supply}
        decimals={decimals}
        symbol={tokenSymbol(token)}
        now={rateOfToken(token)}
      />
      {decimals === undefined && (
        <FactNote>{token.decimals === null ? t('raw value, decimals unknown') : t('raw value')}</FactNote>
      )}
    </>
  );
}

/** Undefined where the API does not say. */
function explainMissingHolders({ balances_by }: TokenInfo): string | undefined {
  if (balances_by === undefined) return undefined;
  if (balances_by === null) return t('being compared with the contract');
  return balances_by === 'none' ? t('balances unavailable') : t('not all can be derived from transfers');
}

function Count({ value, isEncrypted }: { value: string | null; isEncrypted: boolean }) {
  if (value === null) return isEncrypted ? <Encrypted /> : <Unknown />;
  return <>{groupDigits(value)}</>;
}

function Encrypted() {
  return (
    <span
      className="inline-flex items-center gap-1.5 text-secret"
      title={t('Only authorized accounts can decrypt it')}
    >
      <Icon name="lock" className="size-3.5" />
      {t('Confidential')}
    </span>
  );
}
