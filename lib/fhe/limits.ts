import { toEventSelector } from 'viem/utils';
import { readWord } from '@/lib/evm/words';
import { HCU_LIMITS } from './prices';

/** Limits of an HCULimit contract in HCU; `perBlock` null: none. */
export type HcuLimits = Readonly<{ perTransaction: number; depth: number; perBlock: number | null }>;

/** Limits that are compiled into HCULimit up to fhEVM 0.11, with which later versions are deployed too; blocks have none. */
export const DEFAULT_LIMITS: HcuLimits = {
  perTransaction: HCU_LIMITS.perTransaction,
  depth: HCU_LIMITS.depthPerTransaction,
  perBlock: null,
};

/** Topics of the events by which HCULimit (0.2 on) tells new limits, each with the value that its data has. */
export const LIMIT_TOPICS: Readonly<Record<keyof HcuLimits, `0x${string}`>> = {
  perTransaction: toEventSelector('MaxHCUPerTxSet(uint48)'),
  depth: toEventSelector('MaxHCUDepthPerTxSet(uint48)'),
  perBlock: toEventSelector('HCUPerBlockSet(uint48)'),
};

/** Topics of the events by which HCULimit exempts callers from the cap of a block, and no more. */
export const WHITELIST_TOPICS = {
  added: toEventSelector('BlockHCUWhitelistAdded(address)'),
  removed: toEventSelector('BlockHCUWhitelistRemoved(address)'),
} as const;

/** The topic of a proxy's new implementation (ERC-1967). */
export const UPGRADED_TOPIC = toEventSelector('Upgraded(address)');

/** The greatest uint48, with which HCULimit is deployed: a block has no cap. */
export const NO_CAP = 2 ** 48 - 1;

/** ERC-7201 slot of HCULimit from 0.2 on: all limits in one word, for readPackedLimits. */
export const LIMITS_SLOT = 0xc13af6c514bff8997f30c90003baa82bd02aad978179d1ce58d85c4319ad6500n;

const WITH_CONSTANTS = /^HCULimit v0\.[01]\./;
const BITS = 48n;
const MASK = (1n << BITS) - 1n;

/** The limits in HCULimit's packed storage word (0.2 on); undefined for an empty one. */
export function readPackedLimits(word: bigint): HcuLimits | undefined {
  const field = (index: bigint) => Number((word >> (index * BITS)) & MASK);
  const [perBlock, depth, perTransaction] = [field(0n), field(3n), field(4n)];
  if (perBlock === 0 && depth === 0 && perTransaction === 0) return undefined;
  return { perTransaction, depth, perBlock };
}

/** The value in the data of an event of LIMIT_TOPICS; undefined when it is malformed. */
export function readLimit(data: Uint8Array): number | undefined {
  const word = readWord(Buffer.from(data.buffer, data.byteOffset, data.length), 0);
  if (word === undefined || word.subarray(0, word.length - 6).some((byte) => byte !== 0)) return undefined;
  return word.readUIntBE(word.length - 6, 6);
}

const RELEASES: ReadonlyMap<string, string> = new Map([
  ['HCULimit v0.1.0', '0.9–0.11'],
  ['HCULimit v0.2.0', '0.12'],
  ['HCULimit v0.3.0', '0.13'],
  // the newest one that was read: later releases may have kept it
  ['HCULimit v0.4.0', '0.14+'],
]);

/** What the HCULimit of fhEVM 0.7 and 0.8 calls itself, as does that of 0.12: only the latter has limits in storage. */
export const REUSED_VERSION = 'HCULimit v0.2.0';

/** The releases of fhEVM that have an HCULimit of a version, with its limits as constants or not; undefined if unknown. */
export function findReleases(version: string | null, hasConstants: boolean): string | undefined {
  return hasConstants && version === REUSED_VERSION ? '0.7–0.8' : RELEASES.get(version ?? '');
}

/** Whether an HCULimit of that `getVersion()` has its limits as constants, DEFAULT_LIMITS, which must not even be reached. */
export function hasConstantLimits(version: string): boolean {
  return WITH_CONSTANTS.test(version);
}

/** The error by which an HCULimit of a version (of fhEVM 0.9 on) refuses a transaction of these sums; undefined when it does not. */
export function findRefusal(
  { totalHcu, maxDepthHcu }: Readonly<{ totalHcu: number; maxDepthHcu: number }>,
  { perTransaction, depth }: Pick<HcuLimits, 'perTransaction' | 'depth'>,
  version: string,
): 'HCUTransactionLimitExceeded' | 'HCUTransactionDepthLimitExceeded' | undefined {
  const margin = hasConstantLimits(version) ? 1 : 0;
  if (totalHcu + margin > perTransaction) return 'HCUTransactionLimitExceeded';
  return maxDepthHcu + margin > depth ? 'HCUTransactionDepthLimitExceeded' : undefined;
}
