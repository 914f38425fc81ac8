import { type AddressMap, presentOptionalAddress } from '@/lib/api/address/present';
import type { KnownBalance } from '@/lib/api/holding/known-balance-present';
import type { Token, TokenInstance } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { findMedia, parseMetadata, presentMetadata, presentUrl, readMedia } from './metadata-present';
import type { TokenInstanceRow } from './query';

/** NFTs by `instanceKey`. */
export type InstanceMap = ReadonlyMap<string, TokenInstanceRow>;

/** An NFT's key in an InstanceMap. */
export function instanceKey({
  token_address,
  token_id,
}: {
  token_address: Buffer;
  token_id: string;
}): string {
  return `${token_address.toString('hex')}/${token_id}`;
}

type Shown = Pick<
  TokenInstance,
  | 'metadata'
  | 'image_url'
  | 'animation_url'
  | 'external_app_url'
  | 'media_url'
  | 'media_type'
  | 'metadata_url'
  | 'external_image_url'
  | 'external_animation_url'
>;

const NOTHING: Shown = {
  metadata: null,
  image_url: null,
  animation_url: null,
  external_app_url: null,
  media_url: null,
  media_type: null,
  metadata_url: null,
  external_image_url: null,
  external_animation_url: null,
};

/** Presents an NFT, with inline media only; `balance` is its holder's. */
export function presentTokenInstance(
  row: TokenInstanceRow,
  context: Readonly<{ addresses: AddressMap; token: Token | null }>,
  balance?: KnownBalance,
): TokenInstance {
  return {
    id: row.token_id,
    owner: presentOptionalAddress(row.owner, context.addresses),
    owner_source: row.owner === null ? null : 'transfers',
    is_unique: hasTrait(row.type, 'unique') ? true : null,
    ...presentContent(row),
    thumbnails: null,
    token: context.token,
    token_type: row.type,
    value: balance?.value ?? null,
    balance_source: balance?.source ?? null,
    balance_block: balance?.block ?? null,
    transfers_sum: balance?.sum ?? null,
  };
}

function presentContent({ uri, metadata }: Pick<TokenInstanceRow, 'uri' | 'metadata'>): Shown {
  if (metadata !== null) return presentJson(metadata);
  if (uri === null) return NOTHING;
  const text = uri.toString('utf8');
  const { inline } = readMedia(text);
  if (!inline) return { ...NOTHING, metadata_url: presentUrl(text) };
  // Some contracts return the image itself as the token URI.
  return { ...NOTHING, image_url: inline.url, media_url: inline.url, media_type: inline.type };
}

function presentJson(bytes: Buffer): Shown {
  const members = parseMetadata(bytes);
  if (!members) return NOTHING;
  const image = findMedia(members, ['image', 'image_url', 'image_data']);
  const animation = findMedia(members, ['animation_url', 'animation']);
  const shown = animation.inline ?? image.inline;
  return {
    metadata: presentMetadata(members),
    image_url: image.inline?.url ?? null,
    animation_url: animation.inline?.url ?? null,
    external_app_url: presentUrl(members.external_url),
    media_url: shown?.url ?? null,
    media_type: shown?.type ?? null,
    metadata_url: null,
    external_image_url: image.external,
    external_animation_url: animation.external,
  };
}
