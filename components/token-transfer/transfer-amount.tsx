import { ChainLink } from '@/components/chain/chain-link';
import { Worth } from '@/components/chain/worth';
import { rateOfToken } from '@/components/token/rate-of-token';
import { TokenLabel, tokenSymbol } from '@/components/token/token-label';
import { Icon } from '@/components/ui/icon';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatListed, parseDecimals, parseInteger } from '@/lib/format/amount';
import { shortenHandle } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { NftLabel } from './nft-label';

type Transfer = Pick<
  TokenTransfer,
  | 'token'
  | 'token_type'
  | 'total'
  | 'encrypted_amount'
  | 'timestamp'
  | 'historic_exchange_rate'
  | 'historic_exchange_rate_source'
>;

type Moved = Pick<Transfer, 'token' | 'token_type' | 'total' | 'encrypted_amount'>;
type MovedProps = {
  transfer: Moved;
  /** With all digits. */
  isExact?: boolean | undefined;
};

/** Amount of a transfer with its worth, its NFT, or an encrypted amount. */
export function TransferAmount({ transfer, isExact }: MovedProps & { transfer: Transfer }) {
  return (
    <span className="figure wrap-any">
      <MovedAmount transfer={transfer} isExact={isExact} />
      <TransferWorth transfer={transfer} />
    </span>
  );
}

/** The worth of a known amount of a token that is not an NFT. */
function TransferWorth({ transfer }: { transfer: Transfer }) {
  const { token, token_type: type, total } = transfer;
  const isAmount = (total?.token_id ?? null) === null && !hasTrait(type ?? token.type, 'encrypted');
  if (total === null || !isAmount) return null;
  const past = {
    rate: transfer.historic_exchange_rate,
    source: transfer.historic_exchange_rate_source,
    timestamp: transfer.timestamp,
  };
  return (
    <Worth
      amount={total.value}
      decimals={parseDecimals(total.decimals ?? token.decimals)}
      symbol={tokenSymbol(token)}
      now={rateOfToken(token)}
      past={past}
    />
  );
}

/** Amount of a token with its symbol, an NFT, or an encrypted amount. */
export function MovedAmount({ transfer, isExact = false }: MovedProps) {
  const { token, total } = transfer;
  const value = parseInteger(total?.value ?? null);
  const tokenId = total?.token_id ?? null;
  if (tokenId === null || hasTrait(transfer.token_type ?? token.type, 'encrypted'))
    return (
      <>
        <Amount transfer={transfer} value={value} isExact={isExact} /> <TokenLabel token={token} />
      </>
    );
  return (
    <>
      {value !== undefined && value !== 1n && <>{groupDigits(value)} × </>}
      <NftLabel token={token} id={tokenId} />
    </>
  );
}

function Amount(props: { transfer: Moved; isExact: boolean; value: bigint | undefined }) {
  const { transfer, value, isExact } = props;
  const { token, total } = transfer;
  if (hasTrait(transfer.token_type ?? token.type, 'encrypted'))
    return <ConfidentialAmount handle={transfer.encrypted_amount} />;
  if (value === undefined) return <span className="text-faint">{t('an unknown amount of')}</span>;
  const decimals = parseDecimals(total?.decimals ?? token.decimals);
  return <TokenAmount value={value} decimals={decimals} isExact={isExact} />;
}

function TokenAmount(props: { value: bigint; decimals: number | undefined; isExact: boolean }) {
  const { value, decimals, isExact } = props;
  const shown = formatListed(value, decimals ?? 0);
  if (decimals !== undefined)
    return (
      <span title={shown.exact} className="figure inline-block max-w-full font-medium md:whitespace-nowrap">
        {isExact ? shown.exact : shown.text}
      </span>
    );
  return (
    <>
      <span
        title={t('{exact} in its smallest unit (decimals unknown)', { exact: shown.exact })}
        className="figure inline-block max-w-full font-medium md:whitespace-nowrap"
      >
        {shown.text}
      </span>{' '}
      <span className="text-xs text-faint">{t('units of')}</span>
    </>
  );
}

/** An encrypted amount, never shown as zero or a dash. `handle` names the ciphertext. */
export function ConfidentialAmount({ handle }: { handle: string | null }) {
  const secret = t('Encrypted: only authorized accounts can decrypt it.');
  const title = handle === null ? secret : `${secret} ${t('Handle {handle}', { handle })}`;
  return (
    <span
      title={title}
      data-same={handle?.toLowerCase()}
      className="inline-flex items-center gap-1 rounded-sm bg-secret-wash px-1.5 align-baseline text-secret ring-1 ring-secret/20 ring-inset"
    >
      <Icon name="lock" className="size-3" />
      <span className="sr-only">{t('encrypted amount')}</span>
      {handle === null ? (
        <span className="mono">{t('encrypted')}</span>
      ) : (
        <ChainLink to={`/handle/${handle.toLowerCase()}`} className="mono text-secret">
          {shortenHandle(handle)}
        </ChainLink>
      )}
    </span>
  );
}
