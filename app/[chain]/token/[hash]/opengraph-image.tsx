import { sendShareImage } from '@/app/share-image';
import { CARD, EntityCard } from '@/components/layout/share-card';
import { callExtra } from '@/lib/client/call';
import { getTokenCounters } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatAmount, parseDecimals, parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { getPageToken, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'A token: name, symbol, standard, total supply, holders and transfers';

/** Open Graph image of a token. */
export default async function TokenImage({ params }: { params: Params }): Promise<Response> {
  const { chain, token, where } = await getPageToken(params);
  const counters = await callExtra(getTokenCounters, where);
  const isEncrypted = token.type !== null && hasTrait(token.type, 'encrypted');
  const supply = parseInteger(token.total_supply);
  const decimals = parseDecimals(token.decimals) ?? 0;
  const holders = token.holders_count ?? null;
  return sendShareImage((brand) => (
    <EntityCard
      brand={brand}
      chainName={chain.name}
      badges={[
        { text: token.type ?? 'Token' },
        ...(token.symbol === null ? [] : [{ text: displayText(token.symbol, 20) }]),
        ...(isEncrypted ? [{ text: 'Confidential', color: CARD.secret }] : []),
      ]}
      title={token.name === null ? `Token ${shortenHash(token.address_hash)}` : displayText(token.name, 60)}
      subtitle={token.address_hash}
      facts={[
        ...(supply === undefined
          ? []
          : [{ label: 'Total supply', value: formatAmount(supply, decimals).text }]),
        ...(holders === null ? [] : [{ label: 'Holders', value: groupDigits(holders) }]),
        ...(counters === undefined
          ? []
          : [{ label: 'Transfers', value: groupDigits(counters.transfers_count) }]),
      ]}
    />
  ));
}
