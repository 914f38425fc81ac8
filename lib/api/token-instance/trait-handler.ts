import { implement } from '@/lib/api/implement';
import { findTokens } from '@/lib/api/token/query';
import { listNftTraits, MAX_TRAIT_NFTS } from '@/lib/endpoints/nft-trait';
import { hexToBuffer } from '@/lib/evm/hex';
import { countTraits } from './trait-present';
import { listNftMetadata } from './trait-query';

/** NFTs per query. */
const BATCH = 200;
/** Metadata may hold whole images. */
const MAX_BYTES = 4 * 1024 * 1024;

/** GET /tokens/{address}/traits. */
export const nftTraitsOperation = implement(listNftTraits, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const [known] = await findTokens(db, [token]);
  if (known === undefined) return undefined;
  const counter = countTraits();
  const counts = { read: 0, seen: 0, bytes: 0 };
  let below: string | undefined;
  let isWhole = false;
  while (!isWhole && counts.seen < MAX_TRAIT_NFTS && counts.bytes < MAX_BYTES) {
    const rows = await listNftMetadata(db, token, { below, limit: BATCH });
    for (const { metadata } of rows) {
      counts.seen += 1;
      if (metadata === null) continue;
      counts.bytes += metadata.length;
      if (counter.add(metadata)) counts.read += 1;
    }
    below = rows.at(-1)?.token_id;
    isWhole = rows.length < BATCH;
  }
  return { ...counter.count(), nfts_count: counts.read, is_complete: isWhole && counts.read === counts.seen };
});
