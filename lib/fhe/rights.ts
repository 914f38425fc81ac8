import { isAddress } from 'viem/utils';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { findDeployments } from './deployments';
import { decodeEvent } from './host-events';
import type { ReceiptLog } from './receipt';

/** Whose logs are grants: an ACL by its address, or those published for a chain. */
export type AclOrigin = Readonly<{ acl: string }> | Readonly<{ chainId: number | bigint }>;

/** What the logs of an ACL grant. Handles and addresses are hex in lower case. */
export type Rights = Readonly<{
  /** Accounts with a right on a handle, contracts among them. No function takes a right back. */
  allowed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Handles that anyone may decrypt, for ever. */
  open: ReadonlySet<string>;
  /** By delegator, each with the latest for its delegate and contract. */
  delegations: ReadonlyMap<string, readonly Delegation[]>;
}>;

/** `contract` null: all contracts. `until`: Unix seconds, NO_EXPIRY for ever, 0 when revoked. */
type Delegation = Readonly<{ delegate: string; contract: string | null; until: bigint }>;

/** Who may decrypt a handle: by a right of its own, else in the name of `delegator` until `until`. */
export type Reader = Readonly<{ account: string; delegator: string | null; until: bigint | null }>;

/** The expiry of a delegation without end. */
export const NO_EXPIRY = 2n ** 64n - 1n;

const WILDCARD = `0x${'ff'.repeat(20)}`;

type Row = Delegation & Readonly<{ delegator: string }>;

/**
 * The rights that logs of an ACL grant, those of any number of transactions in the order of the chain. Logs of other contracts
 * are left out. Throws TypeError for a log or address that is not hex, RangeError for a chain without a known ACL.
 */
export function readRights(logs: readonly ReceiptLog[], origin: AclOrigin): Rights {
  const acls = readAcls(origin);
  const allowed = new Map<string, Set<string>>();
  const open = new Set<string>();
  const delegations = new Map<string, Map<string, Delegation>>();
  for (const log of logs) {
    if (!acls.has(normalize(log.address))) continue;
    const grant = readGrant(log);
    if (grant?.kind === 'allow') addTo(allowed, grant.handle, grant.account);
    else if (grant?.kind === 'open') for (const handle of grant.handles) open.add(handle);
    else if (grant) {
      const { delegator, ...row } = grant.row;
      const rows = delegations.get(delegator) ?? new Map<string, Delegation>();
      delegations.set(delegator, rows.set(`${row.delegate} ${row.contract}`, row));
    }
  }
  const listed = [...delegations].map(([delegator, rows]) => [delegator, [...rows.values()]] as const);
  return { allowed, open, delegations: new Map(listed) };
}

/**
 * Accounts that may decrypt a handle at a time (Unix seconds), beside anyone when it is open: those with a right of their own,
 * and delegates of these for a contract that has one too.
 */
export function listReaders(rights: Rights, handle: string, time: bigint): readonly Reader[] {
  const allowed = rights.allowed.get(normalize(handle)) ?? new Set<string>();
  const own = [...allowed].map((account) => ({ account, delegator: null, until: null }));
  const delegated = [...allowed].flatMap((delegator) =>
    (rights.delegations.get(delegator) ?? [])
      .filter(({ until }) => until > time)
      .filter(({ contract }) =>
        contract === null ? allowed.size > 1 : contract !== delegator && allowed.has(contract),
      )
      .map(({ delegate, until }) => ({ account: delegate, delegator, until })),
  );
  return [...own, ...delegated];
}

/** Whether an account may decrypt a handle at a time (Unix seconds): it is open, or listReaders names the account. */
export function mayDecrypt(
  rights: Rights,
  { handle, account, time }: Readonly<{ handle: string; account: string; time: bigint }>,
): boolean {
  if (rights.open.has(normalize(handle))) return true;
  return listReaders(rights, handle, time).some((reader) => reader.account === normalize(account));
}

type Grant =
  | Readonly<{ kind: 'allow'; handle: string; account: string }>
  | Readonly<{ kind: 'open'; handles: readonly string[] }>
  | Readonly<{ kind: 'delegate'; row: Row }>;

function readGrant(log: ReceiptLog): Grant | undefined {
  const event = decodeEvent(log);
  if (!event) return undefined;
  const text = (name: string) => {
    const value = event.values[name];
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  if (event.name === 'Allowed') return { kind: 'allow', handle: text('handle'), account: text('account') };
  if (event.name === 'AllowedForDecryption') {
    const handles = event.values.handlesList;
    return { kind: 'open', handles: Array.isArray(handles) ? handles.map(String) : [] };
  }
  const isGiven = event.name === 'DelegatedForUserDecryption';
  if (!isGiven && event.name !== 'RevokedDelegationForUserDecryption') return undefined;
  const contract = text('contractAddress');
  return {
    kind: 'delegate',
    row: {
      delegator: text('delegator'),
      delegate: text('delegate'),
      contract: contract === WILDCARD ? null : contract,
      until: isGiven ? BigInt(text('newExpirationDate')) : 0n,
    },
  };
}

function readAcls(origin: AclOrigin): ReadonlySet<string> {
  if ('acl' in origin) {
    if (!isAddress(origin.acl, { strict: false })) throw new TypeError(`not an address: ${origin.acl}`);
    return new Set([normalize(origin.acl)]);
  }
  const acls = findDeployments(Number(origin.chainId)).flatMap(({ acl }) => acl ?? []);
  if (acls.length === 0) throw new RangeError(`no ACL is known on chain ${origin.chainId}`);
  return new Set(acls.map(normalize));
}

const normalize = (hex: string): string => bufferToHex(hexToBuffer(hex));

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
