import { decodeDataUri } from '@/lib/evm/data-uri';
import { presentText } from './values';

/** A JSON value of an NFT's metadata, bounded. */
type MetadataValue = null | boolean | number | string | MetadataValue[] | { [key: string]: MetadataValue };
/** An NFT's metadata as an object whose size, depth and texts are bounded. */
export type Metadata = { [key: string]: MetadataValue };

/** What an NFT shows: an image that stands in the metadata, as a `data:` URI with base64, or else where it is. */
export type Media = Readonly<{ inline: { url: string; type: string } | null; external: string | null }>;

const DEEPEST = 6;
const MAX_MEMBERS = 200;
const LONGEST_KEY = 200;
const LONGEST_URL = 2_000;
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

/** The members of a JSON object as received; undefined for anything else. Texts are whole. */
export function parseMetadata(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Metadata for a body: long texts are cut, deep and numerous members are left out. */
export function presentMetadata(value: Readonly<Record<string, unknown>>): Metadata {
  return presentMembers(value, { left: MAX_MEMBERS }, 0);
}

/** The first of the members that names an image; markup of an SVG image counts too. */
export function findMedia(metadata: Readonly<Record<string, unknown>>, names: readonly string[]): Media {
  for (const name of names) {
    const text = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    if (typeof text !== 'string' || text === '') continue;
    const media = readMedia(text);
    if (media.inline || media.external) return media;
  }
  return NO_MEDIA;
}

/** What a text of the metadata shows. */
export function readMedia(text: string): Media {
  if (SVG_MARKUP.test(text)) return { inline: toInline('image/svg+xml', Buffer.from(text)), external: null };
  const inside = decodeDataUri(Buffer.from(text));
  if (inside) {
    const type = inside.mediaType === 'image/jpg' ? 'image/jpeg' : inside.mediaType;
    return IMAGE_TYPES.has(type) ? { inline: toInline(type, inside.data), external: null } : NO_MEDIA;
  }
  return { inline: null, external: presentUrl(text) };
}

/** A remote address as text, null for anything else: it is shown, and never fetched. */
export function presentUrl(text: unknown): string | null {
  return typeof text === 'string' && text.length <= LONGEST_URL && REMOTE.test(text) ? text : null;
}

const NO_MEDIA: Media = { inline: null, external: null };

function toInline(type: string, data: Buffer) {
  return { url: `data:${type};base64,${data.toString('base64')}`, type };
}

type Budget = { left: number };

function presentMembers(value: Readonly<Record<string, unknown>>, budget: Budget, depth: number): Metadata {
  const members: [string, MetadataValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    // A member of this name cannot be carried by plain objects.
    if (budget.left <= 0 || key === '__proto__' || key.length > LONGEST_KEY) continue;
    budget.left -= 1;
    members.push([key, presentValue(member, budget, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function presentValue(value: unknown, budget: Budget, depth: number): MetadataValue {
  if (typeof value === 'string') return presentText(Buffer.from(value)) ?? '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (depth >= DEEPEST || value === null || typeof value !== 'object') return null;
  if (isRecord(value)) return presentMembers(value, budget, depth);
  if (!Array.isArray(value)) return null;
  const shown: unknown[] = value.slice(0, Math.max(0, budget.left));
  budget.left -= shown.length;
  return shown.map((member) => presentValue(member, budget, depth + 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
