import { use } from 'react';
import { readCoinUnit } from '@/components/chain/coin-unit';
import { TokenLabel, tokenSymbol } from '@/components/token/token-label';
import type { Token } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatAmount, formatCoin, formatUnits, parseInteger } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { decimalsOf } from '@/lib/sentence/asset-decimals';
import type { AssetValue } from '@/lib/sentence/describe-transaction';
import { NftLabel, nftText } from './nft-label';
import { ConfidentialAmount } from './transfer-amount';

/** An amount of an asset, with its sign if `isSigned`; encrypted ones never as a number. */
export function AssetAmount(props: { asset: AssetValue; symbol: string; isSigned?: boolean }) {
  const { asset, isSigned = false } = props;
  const coinUnit = use(readCoinUnit());
  const symbol = asset.token === null ? formatCoin(0n, coinUnit, props.symbol).name : props.symbol;
  const name =
    asset.token === null ? <bdi className="text-soft">{symbol}</bdi> : <TokenLabel token={asset.token} />;
  const amount = parseInteger(asset.amount);
  if (amount === undefined)
    return (
      <>
        {<Unreadable token={asset.token} />} {name}
      </>
    );
  const size = amount < 0n ? -amount : amount;
  const sign = isSigned ? (amount < 0n ? '−' : '+') : '';
  const tone = isSigned ? (amount < 0n ? 'text-error' : 'text-ok') : '';
  if (asset.token !== null && asset.token_id !== null) {
    const nft = <NftLabel token={asset.token} id={asset.token_id} />;
    if (!isSigned)
      return (
        <span className="figure wrap-any">
          {times(size)}
          {nft}
        </span>
      );
    return (
      <span className={`figure wrap-any ${tone}`}>
        <span className="font-medium">
          {sign}
          {groupDigits(size)}
        </span>{' '}
        <span className="text-ink">{nft}</span>
      </span>
    );
  }
  const decimals = decimalsOf(asset);
  const shown = asset.token === null ? formatCoin(size, coinUnit, symbol) : formatAmount(size, decimals ?? 0);
  const unit = decimals === undefined ? ` ${t('in its smallest unit (decimals unknown)')}` : '';
  return (
    <span className={`figure wrap-any ${tone}`}>
      <span title={`${sign}${shown.exact}${unit}`} className="font-medium">
        {sign}
        {shown.text}
      </span>{' '}
      {decimals === undefined && (
        <span className="whitespace-nowrap text-xs text-faint">{t('units of')} </span>
      )}
      <span className="text-ink">{name}</span>
    </span>
  );
}

/** How many of an NFT there are, unless it is one. */
const times = (size: bigint) => (size === 1n ? '' : `${groupDigits(size)} × `);

function Unreadable({ token }: { token: Token | null }) {
  if (token !== null && hasTrait(token.type, 'encrypted')) return <ConfidentialAmount handle={null} />;
  return <span className="text-faint">{t('an unknown amount of')}</span>;
}

/** An amount of an asset as text, without a sign. */
export function assetText(asset: AssetValue, symbol: string): string {
  const name = asset.token === null ? symbol : tokenSymbol(asset.token);
  const amount = parseInteger(asset.amount);
  if (amount === undefined)
    return hasTrait(asset.token?.type, 'encrypted')
      ? t('encrypted {name}', { name })
      : t('an unknown amount of {name}', { name });
  const size = amount < 0n ? -amount : amount;
  if (asset.token !== null && asset.token_id !== null)
    return `${times(size)}${nftText(asset.token, asset.token_id)}`;
  const decimals = decimalsOf(asset);
  if (decimals === undefined) return `${formatUnits(size)} ${t('units of')} ${name}`;
  return `${formatAmount(size, decimals).text} ${name}`;
}
