import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { presentCalled } from '@/lib/api/call-tree/frame-present';
import type { DecodingContext } from '@/lib/api/transaction/call-present';
import { presentQuantity } from '@/lib/api/values';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import type { CallTree } from '@/lib/evm/call-tree';
import { chooseBars, type GasAccount, type GasGroup, totalOf } from '@/lib/evm/gas-profile';
import { bufferToHex } from '@/lib/evm/hex';
import type { InternalCall } from '@/lib/evm/internal-calls';
import type { StorageWrites } from '@/lib/evm/storage-writes';

const MAX_GROUPS = 200;
const MAX_BARS = 60;
/** A smaller part of the whole would be no wider than a hairline. */
const BARS_IN_WHOLE = 400n;

/** The calls of a profile, with their own gas and methods by position. */
export type Profile = Readonly<{
  tree: CallTree;
  own: readonly (bigint | null)[];
  methods: readonly (string | null)[];
  addresses: AddressMap;
}>;

/** The contract whose code a call runs; null for a creation that failed. */
export function targetOf({ to, createdContract }: InternalCall): Buffer | null {
  return to ?? createdContract;
}

/** The method of each call; each selector of a contract is decoded once. */
export function nameMethods(tree: CallTree, context: DecodingContext): (string | null)[] {
  const known = new Map<string, string | null>();
  return tree.map(({ call }) => {
    if (call.to === null) return null;
    const key = `${call.to.toString('hex')}/${call.input.toString('hex', 0, 4)}`;
    const method = known.get(key) ?? presentCalled(call, context).method;
    known.set(key, method);
    return method;
  });
}

/** Presents the gas outside of calls. */
export function presentAccount(account: GasAccount) {
  const { calldata } = account;
  return {
    intrinsic_gas: String(account.intrinsic),
    is_intrinsic_exact: account.isIntrinsicExact,
    calldata: {
      zero_bytes: calldata.zeroBytes,
      other_bytes: calldata.otherBytes,
      gas: String(calldata.gas),
    },
    refund: presentQuantity(account.refund),
    floor_surcharge: presentQuantity(account.floorSurcharge),
  };
}

const presentGroup = ({ calls, own, total, isExact }: GasGroup) => ({
  calls,
  own_gas: String(own),
  is_own_gas_exact: isExact,
  total_gas: String(total),
});

/** Presents gas by contract. */
export function presentContracts(
  groups: readonly GasGroup[],
  { tree, addresses }: Profile,
): GasProfile['contracts'] {
  return groups.slice(0, MAX_GROUPS).flatMap((group) => {
    const address = addressAt(tree, group.first);
    return address === null ? [] : [{ address: presentAddress(address, addresses), ...presentGroup(group) }];
  });
}

/** Presents gas by contract and method. */
export function presentMethods(
  groups: readonly GasGroup[],
  { tree, methods, addresses }: Profile,
): Pick<GasProfile, 'methods' | 'groups_omitted'> {
  const listed = groups.slice(0, MAX_GROUPS).flatMap((group) => {
    const address = addressAt(tree, group.first);
    if (address === null) return [];
    const method = methods[group.first] ?? null;
    return [{ address: presentAddress(address, addresses), method, ...presentGroup(group) }];
  });
  return { methods: listed, groups_omitted: Math.max(0, groups.length - MAX_GROUPS) };
}

function addressAt(tree: CallTree, position: number): Buffer | null {
  const node = tree[position];
  return node === undefined ? null : targetOf(node.call);
}

/** Presents the calls that are large enough to be drawn. */
export function presentBars(profile: Profile, used: bigint): GasProfile['frames'] {
  const { tree, own, methods, addresses } = profile;
  const positions = chooseBars(tree, own, { smallest: used / BARS_IN_WHOLE, limit: MAX_BARS });
  return positions.flatMap((position) => {
    const node = tree[position];
    if (node === undefined) return [];
    const { call, parent } = node;
    return [
      {
        index: call.index,
        parent: parent === null ? null : (tree[parent]?.call.index ?? null),
        depth: call.depth,
        address: presentOptionalAddress(targetOf(call), addresses),
        method: methods[position] ?? null,
        own_gas: presentQuantity(own[position] ?? null),
        total_gas: String(totalOf(tree, own, position)),
        is_failed: call.error !== null,
      },
    ];
  });
}

/** Presents traced storage writes. */
export function presentWrites(traced: StorageWrites, addresses: AddressMap): GasProfile['storage'] {
  return {
    writes_count: traced.count,
    gas: String(traced.gas),
    writes: traced.writes.map(({ address, slot, value, gas }) => ({
      address: presentAddress(address, addresses),
      slot: bufferToHex(slot),
      value: bufferToHex(value),
      gas: presentQuantity(gas),
    })),
  };
}
