import type { NftTrait } from '@/lib/endpoints/nft-trait';
import { parseMetadata } from './metadata-present';

const MAX_TRAITS = 50;
const MAX_VALUES = 50;
/** Per NFT: metadata is untrusted. */
const MAX_ATTRIBUTES = 100;
const MAX_TEXT = 120;

/** Counts traits over the metadata of NFTs, one by one. */
export type TraitCounter = Readonly<{
  /** Counts the traits of an NFT; false if its metadata is no JSON object. */
  add(metadata: Buffer): boolean;
  /** The traits, those of the most NFTs first, and how many there are. */
  count(): { items: NftTrait[]; traits_count: number };
}>;

/** A counter of traits. An NFT that has a trait twice counts once, with each of its values. */
export function countTraits(): TraitCounter {
  const traits = new Map<string, { nfts: number; values: Map<string, number> }>();
  return {
    add: (metadata) => {
      const members = parseMetadata(metadata);
      if (members === undefined) return false;
      for (const [name, values] of readTraits(members.attributes)) {
        const known = traits.get(name) ?? { nfts: 0, values: new Map<string, number>() };
        known.nfts += 1;
        for (const value of values) known.values.set(value, (known.values.get(value) ?? 0) + 1);
        traits.set(name, known);
      }
      return true;
    },
    count: () => ({
      items: [...traits]
        .sort(([left, a], [right, b]) => b.nfts - a.nfts || compare(left, right))
        .slice(0, MAX_TRAITS)
        .map(([name, { nfts, values }]) => ({
          name,
          nfts_count: nfts,
          values_count: values.size,
          values: presentValues(values),
        })),
      traits_count: traits.size,
    }),
  };
}

function presentValues(values: ReadonlyMap<string, number>): NftTrait['values'] {
  return [...values]
    .sort(([left, a], [right, b]) => b - a || compare(left, right))
    .slice(0, MAX_VALUES)
    .map(([value, nfts_count]) => ({ value, nfts_count }));
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** The values of each trait among the attributes of one NFT. */
function readTraits(attributes: unknown): Map<string, Set<string>> {
  const traits = new Map<string, Set<string>>();
  const listed: readonly unknown[] = Array.isArray(attributes) ? attributes : [];
  for (const attribute of listed.slice(0, MAX_ATTRIBUTES)) {
    if (typeof attribute !== 'object' || attribute === null) continue;
    const name = readText('trait_type' in attribute ? attribute.trait_type : 'trait');
    const value = readText('value' in attribute ? attribute.value : undefined);
    if (name === undefined || value === undefined) continue;
    traits.set(name, (traits.get(name) ?? new Set()).add(value));
  }
  return traits;
}

function readText(value: unknown): string | undefined {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? String(value).slice(0, MAX_TEXT) : undefined;
}
