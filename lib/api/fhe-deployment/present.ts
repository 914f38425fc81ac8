import { ASSUMED_LIMITS, type FheDeploymentContracts, type FheLimits } from '@/lib/endpoints/fhe-deployment';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import { type HcuLimits, LIMIT_TOPICS, NO_CAP, readLimit, UPGRADED_TOPIC } from '@/lib/fhe/limits';
import type { DeploymentRow, FheAppRow, LimitEventRow, LimitsRow } from './query';

/** The contracts of a deployment, or of an executor without one. */
export function presentDeployment(executor: Buffer, row: DeploymentRow | undefined): FheDeploymentContracts {
  const toHash = (bytes: Buffer | null | undefined) => (bytes ? bufferToAddress(bytes) : null);
  return {
    name: row?.name ?? null,
    executor: bufferToAddress(executor),
    acl: toHash(row?.acl),
    hcu_limit: toHash(row?.hcu_limit),
    kms_verifier: toHash(row?.kms_verifier),
    input_verifier: toHash(row?.input_verifier),
    protocol_config: toHash(row?.protocol_config),
    bridge: toHash(row?.bridge),
  };
}

/**
 * The limits of an HCULimit from what was read of it and its events up to the position: an event counts over an earlier
 * reading, and over one in its own block, as the upgrade that was the reason of the reading emits the first ones.
 */
export function presentLimits(reading: LimitsRow | undefined, events: readonly LimitEventRow[]): FheLimits {
  const told = readEvents(reading, events);
  const since = Math.max(...told.map(({ block }) => block), reading?.block_number ?? 0);
  const limitOf = (name: keyof HcuLimits, read: string | null | undefined) =>
    told.find((one) => one.name === name)?.value ?? (read == null ? undefined : Number(read));
  const transaction = limitOf('perTransaction', reading?.per_transaction);
  const depth = limitOf('depth', reading?.depth);
  const block = limitOf('perBlock', reading?.per_block);
  const isTold = told.length > 0 || reading?.source === 'contract';
  const isConstant = !isTold && reading?.source === 'constants';
  if (!isTold && !isConstant) return { ...ASSUMED_LIMITS, version: reading?.version ?? null };
  const isCapped = block !== undefined && block < NO_CAP;
  return {
    per_transaction: transaction ?? ASSUMED_LIMITS.per_transaction,
    depth_per_transaction: depth ?? ASSUMED_LIMITS.depth_per_transaction,
    per_block: isTold && isCapped ? block : null,
    source: isConstant ? 'constants' : 'contract',
    version: reading?.version ?? null,
    since_block: since,
  };
}

/** Events of before an upgrade to other code say nothing of it, if the limits were read after that. */
function readEvents(reading: LimitsRow | undefined, events: readonly LimitEventRow[]) {
  const isRead = reading !== undefined && reading.source !== 'unknown' && reading.source !== 'none';
  const from = isRead ? reading.block_number : 0;
  return events.flatMap(({ topic0, block_number: block, data }) => {
    const topic = bufferToHex(topic0);
    const name = NAMES.get(topic);
    const value = readLimit(data);
    if (topic === UPGRADED_TOPIC || name === undefined || value === undefined || block < from) return [];
    return [{ name, value, block }];
  });
}

const NAMES: ReadonlyMap<string, keyof HcuLimits> = new Map([
  [LIMIT_TOPICS.perTransaction, 'perTransaction'],
  [LIMIT_TOPICS.depth, 'depth'],
  [LIMIT_TOPICS.perBlock, 'perBlock'],
]);

/** What computes on the amounts of a confidential token. */
export function presentFheApp(
  { maker, executor, deployment, protocol_id }: FheAppRow,
  is_confirmed: boolean | null,
) {
  return { maker, deployment, executor: executor && bufferToAddress(executor), protocol_id, is_confirmed };
}
