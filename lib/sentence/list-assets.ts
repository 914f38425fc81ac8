import type { AssetChange } from '@/lib/endpoints/net-change';
import { t } from '@/lib/language/t';
import { sizeOf } from './account-sides';
import type { AssetValue, Part } from './describe-transaction';

const MAX_ASSETS = 2;

/** Assets of a sentence: one or two by name, several NFTs of a collection as `3 Punks`, more by their number. */
export function listAssets(changes: readonly AssetChange[], isWhole = true): Part[] {
  const groups = groupNfts(changes);
  const { length: count } = changes;
  if (groups.length > MAX_ASSETS || !isWhole)
    return [
      isWhole
        ? countAssets(changes)
        : t('more than {count, plural, one {# asset} other {# assets}}', { count }),
    ];
  return groups.flatMap((asset, index): Part[] => [...(index === 0 ? [] : [` ${t('and')} `]), { asset }]);
}

/** Several NFTs of a collection as an amount of it. */
function groupNfts(changes: readonly AssetChange[]): AssetValue[] {
  const groups = new Map<string, AssetChange[]>();
  for (const change of changes) {
    const key = `${change.token?.address_hash} ${change.token_id === null}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group): AssetValue[] => {
    const [first] = group;
    if (first === undefined || first.token_id === null || group.length === 1) return group;
    const amount = String(group.reduce((sum, change) => sum + sizeOf(change), 0n));
    const isCount = group.every((change) => sizeOf(change) === 1n);
    // a number of IDs has no decimals, even if amounts of the token do
    const token = isCount && first.token !== null ? { ...first.token, decimals: '0' } : first.token;
    return [{ token, token_id: null, amount }];
  });
}

function countAssets(changes: readonly AssetChange[]): string {
  const { length: count } = changes;
  const nfts = changes.filter(({ token_id }) => token_id !== null).length;
  if (nfts === count) return t('{count, plural, one {# NFT} other {# NFTs}}', { count });
  return nfts === 0
    ? t('{count, plural, one {# token} other {# tokens}}', { count })
    : t('{count, plural, one {# asset} other {# assets}}', { count });
}

/** One side of a swap. */
export function listSwapped(changes: readonly AssetChange[], isWhole = true): Part[] {
  return listAssets(changes, isWhole).map((part) =>
    typeof part !== 'string' && 'asset' in part ? { ...part, isSwapped: true } : part,
  );
}
