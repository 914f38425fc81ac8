import { presentText } from '@/lib/api/values';
import { decodeDataUri } from '@/lib/evm/data-uri';
import { isRecord } from '@/lib/evm/is-record';

type MetadataValue = null | boolean | number | string | MetadataValue[] | { [key: string]: MetadataValue };
/** An NFT's metadata, bounded in size, depth and text length. */
export type Metadata = { [key: string]: MetadataValue };

/** An NFT's image: inline as a base64 `data:` URI, or an external URL. */
export type Media = Readonly<{ inline: { url: string; type: string } | null; external: string | null }>;

const MAX_DEPTH = 6;
const MAX_MEMBERS = 200;
const MAX_KEY_LENGTH = 200;
const MAX_URL_LENGTH = 2_000;
const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);
const REMOTE = /^(https?|ipfs|ar):/i;
const SVG_MARKUP = /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/i;

/** Parses a JSON object; undefined for anything else. */
export function parseMetadata(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Bounds metadata: cuts long texts, drops deep and excess members. */
export function presentMetadata(value: Readonly<Record<string, unknown>>): Metadata {
  return presentMembers(value, { left: MAX_MEMBERS }, 0);
}

/** The first of the named members that is an image, SVG markup included. */
export function findMedia(metadata: Readonly<Record<string, unknown>>, names: readonly string[]): Media {
  for (const name of names) {
    const text = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    if (typeof text !== 'string' || text === '') continue;
    const media = readMedia(text);
    if (media.inline || media.external) return media;
  }
  return NO_MEDIA;
}

/** Reads an image from a text of the metadata. */
export function readMedia(text: string): Media {
  if (SVG_MARKUP.test(text)) return { inline: toInline('image/svg+xml', Buffer.from(text)), external: null };
  const inside = decodeDataUri(Buffer.from(text));
  if (inside) {
    const type = inside.mediaType === 'image/jpg' ? 'image/jpeg' : inside.mediaType;
    return IMAGE_TYPES.has(type) ? { inline: toInline(type, inside.data), external: null } : NO_MEDIA;
  }
  return { inline: null, external: presentUrl(text) };
}

/** A remote URL to show (never fetched); null for anything else. */
export function presentUrl(text: unknown): string | null {
  return typeof text === 'string' && text.length <= MAX_URL_LENGTH && REMOTE.test(text) ? text : null;
}

const NO_MEDIA: Media = { inline: null, external: null };

function toInline(type: string, data: Buffer) {
  return { url: `data:${type};base64,${data.toString('base64')}`, type };
}

type Budget = { left: number };

function presentMembers(value: Readonly<Record<string, unknown>>, budget: Budget, depth: number): Metadata {
  const members: [string, MetadataValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    // Plain objects cannot carry this key.
    if (budget.left <= 0 || key === '__proto__' || key.length > MAX_KEY_LENGTH) continue;
    budget.left -= 1;
    members.push([key, presentValue(member, budget, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function presentValue(value: unknown, budget: Budget, depth: number): MetadataValue {
  if (typeof value === 'string') return presentText(Buffer.from(value), { hasLines: true }) ?? '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (depth >= MAX_DEPTH || value === null || typeof value !== 'object') return null;
  if (isRecord(value)) return presentMembers(value, budget, depth);
  if (!Array.isArray(value)) return null;
  const shown: unknown[] = value.slice(0, Math.max(0, budget.left));
  budget.left -= shown.length;
  return shown.map((member) => presentValue(member, budget, depth + 1));
}
