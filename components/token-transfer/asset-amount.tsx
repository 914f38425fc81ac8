import { Amount, type AmountForm, CoinAmount } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenLabel, tokenSymbol } from '@/components/token/token-label';
import { Icon } from '@/components/ui/icon';
import { hasTrait } from '@/lib/evm/token-standards';
import { type Coin, formatAmount, formatUnits, parseInteger } from '@/lib/format/amount';
import { shortenHandle } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { decimalsOf } from '@/lib/sentence/asset-decimals';
import type { AssetValue } from '@/lib/sentence/describe-transaction';
import { NftLabel, nftText } from './nft-label';

type Props = AmountForm & {
  asset: AssetValue;
  symbol: string;
  /** Names the ciphertext of an encrypted amount. */
  handle?: string | null;
};

/** An amount of an asset with its name, or an NFT; encrypted ones never as a number. */
export function AssetAmount({ asset, symbol, handle = null, ...form }: Props) {
  const { token, token_id: id } = asset;
  const given = parseInteger(asset.amount);
  // who gave it is told by the words around it
  const amount = given !== undefined && given < 0n && !form.isSigned ? -given : given;
  if (token === null && amount !== undefined)
    return <CoinAmount wei={String(amount)} symbol={symbol} {...form} />;
  const name = token === null ? <bdi className="text-soft">{symbol}</bdi> : <TokenLabel token={token} />;
  if (amount === undefined)
    return (
      <span className={form.isColumn ? 'lg:whitespace-nowrap' : undefined}>
        {hasTrait(token?.type, 'encrypted') ? (
          <ConfidentialAmount handle={handle} />
        ) : (
          <span className="text-faint">{t('an unknown amount of')}</span>
        )}{' '}
        {name}
      </span>
    );
  if (token === null || id === null)
    return (
      <Amount value={amount} decimals={decimalsOf(asset)} {...form} className="font-medium">
        {name}
      </Amount>
    );
  if (form.isSigned)
    return (
      <Amount value={amount} decimals={0} {...form} className="font-medium">
        <NftLabel token={token} id={id} />
      </Amount>
    );
  return (
    <span className="figure wrap-any">
      {times(amount)}
      <NftLabel token={token} id={id} />
    </span>
  );
}

/** How many of an NFT there are, unless it is one. */
const times = (size: bigint) => (size === 1n ? '' : `${groupDigits(size)} × `);

/** An encrypted amount, never shown as zero or a dash. `handle` names the ciphertext. */
function ConfidentialAmount({ handle }: { handle: string | null }) {
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

/** An amount of an asset in a text, without a sign: complete if it is short, or `isExact`. */
export function assetText(asset: AssetValue, coin: Coin, isExact = false): string {
  const name = asset.token === null ? coin.name : tokenSymbol(asset.token);
  const amount = parseInteger(asset.amount);
  if (amount === undefined)
    return hasTrait(asset.token?.type, 'encrypted')
      ? t('encrypted {name}', { name })
      : t('an unknown amount of {name}', { name });
  const size = amount < 0n ? -amount : amount;
  if (asset.token !== null && asset.token_id !== null)
    return `${times(size)}${nftText(asset.token, asset.token_id)}`;
  const decimals = asset.token === null ? coin.decimals : decimalsOf(asset);
  if (decimals === undefined)
    return `${isExact ? groupDigits(size) : formatUnits(size)} ${t('units of')} ${name}`;
  const { text, exact, isCut } = formatAmount(size, decimals);
  return `${isCut && !isExact ? text : exact} ${name}`;
}
