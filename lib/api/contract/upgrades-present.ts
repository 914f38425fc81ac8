import type { AbiFunction } from 'viem';
import { toFunctionSignature } from 'viem/utils';
import { type AddressEntry, type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentTimestamp } from '@/lib/api/values';
import type { ContractUpgrade } from '@/lib/endpoints/upgrade';
import { bufferToHex } from '@/lib/evm/hex';
import type { SignatureMaps } from '@/lib/evm/signatures';
import { decodeUpgrade, type FacetCut, type Upgrade } from '@/lib/evm/upgrades';
import type { UpgradeRow } from './upgrades-query';

/** Per list of an upgrade. */
const MAX_FUNCTIONS = 100;
const MAX_SIGNATURE = 300;
const MAX_FACETS = 20;

/** An upgrade's log with what it says, and what the one before it said. */
export type DecodedUpgradeRow = UpgradeRow & Readonly<{ upgrade: Upgrade; former: Upgrade | undefined }>;

/** Decodes logs of upgrades; those of another shape are left out. */
export function decodeUpgradeRows(rows: readonly UpgradeRow[]): DecodedUpgradeRow[] {
  return rows.flatMap((row) => {
    const upgrade = decodeUpgrade(row);
    const { former_topic0: topic0, former_topic1: topic1, former_data: data } = row;
    const former = topic0 && data ? decodeUpgrade({ topic0, topic1, data }) : undefined;
    return upgrade ? [{ ...row, upgrade, former }] : [];
  });
}

/** The contracts that an upgrade names, and those whose ABIs it is explained by. */
export function contractsOf({ upgrade, former }: DecodedUpgradeRow): Buffer[] {
  return [upgrade, former].flatMap((one) => {
    if (one === undefined) return [];
    return one.kind === 'facets' ? facetsOf(one.cuts) : [one.target];
  });
}

type Context = Readonly<{ addresses: AddressMap; names: ReadonlyMap<string, readonly AbiFunction[]> }>;

/** Presents upgrades; `addresses` has the ABIs of the contracts that they name. */
export function presentUpgrades(
  rows: readonly DecodedUpgradeRow[],
  addresses: AddressMap,
): ContractUpgrade[] {
  const interfaces = [...addresses.values()].flatMap((entry) => entry.interfaces);
  const names = new Map(interfaces.flatMap(({ functions }) => [...functions]));
  return rows.map((row) => presentUpgrade(row, { addresses, names }));
}

function presentUpgrade(row: DecodedUpgradeRow, context: Context): ContractUpgrade {
  const { addresses } = context;
  const { upgrade } = row;
  const facets = upgrade.kind === 'facets' ? facetsOf(upgrade.cuts) : [];
  return {
    kind: upgrade.kind,
    contract: presentAddress(row.address, addresses),
    target: upgrade.kind === 'facets' ? null : presentAddress(upgrade.target, addresses),
    facets: facets.map((facet) => presentAddress(facet, addresses)),
    functions: compareFunctions(row, context),
    block_number: row.block_number,
    log_index: row.log_index,
    timestamp: presentTimestamp(row.timestamp),
    transaction_hash: bufferToHex(row.transaction_hash),
  };
}

function facetsOf(cuts: readonly FacetCut[]): Buffer[] {
  const facets = cuts.flatMap(({ facet, action }) => (action === 'removed' ? [] : [facet]));
  return [...new Map(facets.map((facet) => [facet.toString('hex'), facet])).values()].slice(0, MAX_FACETS);
}

type Changes = Readonly<Record<'added' | 'removed' | 'changed', readonly string[]>>;

function compareFunctions(
  { upgrade, former }: DecodedUpgradeRow,
  { addresses, names }: Context,
): ContractUpgrade['functions'] {
  if (upgrade.kind === 'facets') return bounded(nameCuts(upgrade.cuts, names));
  if (upgrade.kind !== 'implementation' || former?.kind !== 'implementation') return null;
  const [now, before] = [upgrade, former].map(({ target }) => abiOf(addresses.get(target.toString('hex'))));
  return now && before ? bounded(compareAbis(now, before)) : null;
}

function bounded({ added, removed, changed }: Changes): NonNullable<ContractUpgrade['functions']> {
  const cut = (names: readonly string[]) => names.slice(0, MAX_FUNCTIONS);
  return {
    added: cut(added),
    removed: cut(removed),
    changed: cut(changed),
    is_complete: [added, removed, changed].every(({ length }) => length <= MAX_FUNCTIONS),
  };
}

/** The contract's own ABI, not that of what it may delegate to. */
function abiOf(entry: AddressEntry | undefined): SignatureMaps | undefined {
  return entry?.abi_hash ? entry.interfaces[0] : undefined;
}

function compareAbis(now: SignatureMaps, before: SignatureMaps): Changes {
  const functionsOf = ({ functions }: SignatureMaps) =>
    [...functions].flatMap(([selector, [item]]) => (item ? [{ selector, item }] : []));
  const missingIn = (other: SignatureMaps, all: ReturnType<typeof functionsOf>) =>
    all.filter(({ selector }) => !other.functions.has(selector)).map(({ item }) => signatureOf(item));
  const shared = functionsOf(now).filter(({ selector, item }) => {
    const [old] = before.functions.get(selector) ?? [];
    return old !== undefined && behaviorOf(old) !== behaviorOf(item);
  });
  return {
    added: missingIn(before, functionsOf(now)).sort(),
    removed: missingIn(now, functionsOf(before)).sort(),
    changed: shared.map(({ item }) => signatureOf(item)).sort(),
  };
}

function behaviorOf({ outputs, stateMutability }: AbiFunction): string {
  return JSON.stringify([stateMutability, outputs.map(({ type }) => type)]);
}

function nameCuts(cuts: readonly FacetCut[], names: Context['names']): Changes {
  const nameOf = (selector: Buffer) => {
    const [item] = names.get(bufferToHex(selector)) ?? [];
    return item ? signatureOf(item) : bufferToHex(selector);
  };
  const of = (action: FacetCut['action']) => {
    const selectors = cuts.flatMap((cut) => (cut.action === action ? cut.selectors : []));
    return selectors.slice(0, MAX_FUNCTIONS + 1).map(nameOf);
  };
  return { added: of('added'), removed: of('removed'), changed: of('changed') };
}

function signatureOf(item: AbiFunction): string {
  return toFunctionSignature(item).slice(0, MAX_SIGNATURE);
}
