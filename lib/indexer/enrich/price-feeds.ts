import type { ChainConfig } from '@/lib/config';
import { COIN } from '@/lib/evm/coin';
import { hexToBuffer } from '@/lib/evm/hex';
import { findWrappedCoin } from '@/lib/labels/well-known';
import type { PriceFeed } from '@/lib/rpc/price-feed';

/**
 * The configured feeds of a chain. The wrapped coin has the feed of the coin, unless it has one of its own.
 */
export function listPriceFeeds(chainId: number, configured: ChainConfig['prices']): PriceFeed[] {
  const feeds = configured.map(({ asset, contract, ...feed }) => ({
    ...feed,
    asset: asset === null ? COIN : hexToBuffer(asset),
    contract: hexToBuffer(contract),
  }));
  const ofCoin = feeds.find(({ asset }) => asset.equals(COIN));
  const wrapped = findWrappedCoin(chainId);
  if (!ofCoin || !wrapped || feeds.some(({ asset }) => asset.equals(wrapped))) return feeds;
  return [...feeds, { ...ofCoin, asset: wrapped }];
}
