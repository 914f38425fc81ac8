import { decodeAbiParameters, parseAbiParameters } from 'viem';
import { toEventSelector } from 'viem/utils';
import { bufferToHex, hexToBuffer } from './hex';
import { WORD, wordToAddress } from './words';

/** What the log of an upgrade sets: the code behind a proxy, its beacon, or functions of a diamond (ERC-2535). */
export const UPGRADE_KINDS = ['implementation', 'beacon', 'facets'] as const;

/** The log of an upgrade, as stored. */
export type UpgradeLog = Readonly<{ topic0: Buffer; topic1: Buffer | null; data: Buffer }>;

/** A facet of a diamond with the functions that were added to it, replaced by it, or removed. */
export type FacetCut = Readonly<{
  facet: Buffer;
  action: 'added' | 'changed' | 'removed';
  selectors: readonly Buffer[];
}>;

/** A decoded upgrade; a facet is the null address where functions were removed. */
export type Upgrade =
  | Readonly<{ kind: 'implementation' | 'beacon'; target: Buffer }>
  | Readonly<{ kind: 'facets'; cuts: readonly FacetCut[] }>;

/** Upgraded(address) is of EIP-1967, also of beacons and early proxies; the others of Safe, Polygon and Compound. */
const EVENTS = [
  { event: 'Upgraded(address)', kind: 'implementation', word: 0 },
  { event: 'BeaconUpgraded(address)', kind: 'beacon', word: 0 },
  { event: 'ChangedMasterCopy(address)', kind: 'implementation', word: 0 },
  { event: 'ProxyUpdated(address,address)', kind: 'implementation', word: 0 },
  { event: 'NewImplementation(address,address)', kind: 'implementation', word: 1 },
  { event: 'DiamondCut((address,uint8,bytes4[])[],address,bytes)', kind: 'facets', word: 0 },
] as const;
const BY_TOPIC = new Map(EVENTS.map((shape) => [toEventSelector(shape.event), shape] as const));

/** First topics of the logs of upgrades; the index of upgrades has the same. */
export const UPGRADE_TOPICS = [...BY_TOPIC.keys()];

const ACTIONS = ['added', 'changed', 'removed'] as const;
const cutParameters = parseAbiParameters(
  '(address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes input',
);
const MAX_CUTS = 100;
/** Of a log that is decoded. */
const MAX_BYTES = 64 * 1024;

/** Decodes the log of an upgrade, with its address indexed or not; undefined for another shape than the event's. */
export function decodeUpgrade({ topic0, topic1, data }: UpgradeLog): Upgrade | undefined {
  const shape = BY_TOPIC.get(bufferToHex(topic0));
  if (shape === undefined || data.length > MAX_BYTES) return undefined;
  if (shape.kind === 'facets') return decodeCuts(data);
  const indexed = shape.word === 0 ? topic1 : null;
  const word = indexed ?? data.subarray(shape.word * WORD, (shape.word + 1) * WORD);
  const target = word.length === WORD ? wordToAddress(word) : undefined;
  return target && { kind: shape.kind, target };
}

function decodeCuts(data: Buffer): Upgrade | undefined {
  try {
    const [cuts] = decodeAbiParameters(cutParameters, bufferToHex(data));
    return {
      kind: 'facets',
      cuts: cuts.slice(0, MAX_CUTS).flatMap(({ facet, action: at, selectors }) => {
        const action = ACTIONS[at];
        return action === undefined
          ? []
          : [{ facet: hexToBuffer(facet.toLowerCase()), action, selectors: selectors.map(hexToBuffer) }];
      }),
    };
  } catch {
    return undefined;
  }
}
