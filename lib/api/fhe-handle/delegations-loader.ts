import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { listAcls } from '@/lib/api/fhe-deployment/query';
import { presentTimestamp } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import type { FheGrant } from '@/lib/endpoints/fhe-handle';
import { type Delegation, readDelegation } from '@/lib/fhe/delegations';
import { type DelegationRow, listDelegationLogs } from './details-query';
import { presentPosition } from './present';
import { findGrantedAmong } from './query';

/** A delegation with its log. */
export type LoggedDelegation = Delegation & Readonly<{ log: DelegationRow }>;

/** 9999-12-31, the last day that can be written. */
const LAST_SECOND = 253_402_300_799n;

/**
 * Delegations of accounts that let others decrypt a handle at a time (Unix seconds): those for any contract, and those
 * for a contract that may use it.
 */
export async function loadDelegations(
  db: Database,
  handle: Buffer,
  { accounts, now }: Readonly<{ accounts: readonly Buffer[]; now: number }>,
): Promise<LoggedDelegation[]> {
  const acls = await listAcls(db);
  const latest = latestOf(await listDelegationLogs(db, accounts, { acls }));
  const active = latest.filter(({ expiresAt }) => expiresAt === null || expiresAt > BigInt(now));
  const named = active.flatMap(({ contract }) => contract ?? []);
  const granted = await findGrantedAmong(db, handle, { acls, accounts: named });
  return active.filter(({ contract }) => contract === null || granted.some((one) => one.equals(contract)));
}

/** The last log of each delegator, delegate and contract in each ACL, of logs in order, the newest first. */
export function latestOf(logs: readonly DelegationRow[]): LoggedDelegation[] {
  const latest = new Map<string, LoggedDelegation>();
  for (const log of logs) {
    const delegation = readDelegation(log);
    if (delegation === undefined) continue;
    const { delegator, delegate, contract } = delegation;
    const key = [log.address, delegator, delegate, contract].map((one) => one?.toString('hex') ?? '*').join();
    if (!latest.has(key)) latest.set(key, { ...delegation, log });
  }
  return [...latest.values()];
}

/** A delegation that was not revoked. */
export function presentDelegation(
  { delegate, contract, expiresAt, log }: LoggedDelegation,
  addresses: AddressMap,
): FheGrant['delegations'][number] {
  const expires = expiresAt === null || expiresAt > LAST_SECOND ? null : Number(expiresAt);
  return {
    delegate: presentAddress(delegate, addresses),
    contract: presentOptionalAddress(contract, addresses),
    expires_at: expires === null ? null : presentTimestamp(expires),
    ...presentPosition(log),
  };
}
