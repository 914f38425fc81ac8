import { loadAddresses } from '@/lib/api/address/mention-loader';
import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import type { CallTree } from '@/lib/evm/call-tree';
import { bufferToHex } from '@/lib/evm/hex';
import type { InternalCall } from '@/lib/evm/internal-calls';
import type { Signatures } from '@/lib/evm/signatures';
import { presentCalled } from './frame-present';

/** Addresses whose names are searched, contracts whose ABIs name their methods, and methods that are named. */
const MAX_ADDRESSES = 1_000;
const MAX_CONTRACTS = 200;
const MAX_METHODS = 1_000;
const SELECTOR_LENGTH = 4;

/** Whether a call has a text: in its names, or at the start of an address or of its input. */
export async function loadCallSearch(
  context: CallContext,
  tree: CallTree,
  text: string,
): Promise<(call: InternalCall) => boolean> {
  const wanted = text.trim().toLowerCase();
  if (/^0x[0-9a-f]*$/.test(wanted))
    return (call) =>
      [...endsOf(call), call.input].some((bytes) => bufferToHex(bytes.subarray(0, 36)).startsWith(wanted));
  const calls = tree.map(({ call }) => call);
  const mentioned = distinct(calls.flatMap(endsOf)).slice(0, MAX_ADDRESSES);
  const called = distinct(calls.flatMap(({ to }) => to ?? [])).slice(0, MAX_CONTRACTS);
  const addresses = await loadAddresses(context.db, mentioned, called);
  const methods = await withNames(context, (signatures) => nameMethods(calls, addresses, signatures));
  const named = new Set(
    mentioned.flatMap((address) => {
      const { name, ens_domain_name: ens, implementation_name: code } = presentAddress(address, addresses);
      const isNamed = [name, ens, code].some((one) => one?.toLowerCase().includes(wanted));
      return isNamed ? [address.toString('hex')] : [];
    }),
  );
  return (call) =>
    methods.get(methodKey(call))?.toLowerCase().includes(wanted) === true ||
    endsOf(call).some((address) => named.has(address.toString('hex')));
}

const endsOf = ({ from, to, createdContract }: InternalCall) =>
  [from, to, createdContract].flatMap((address) => address ?? []);

const methodKey = ({ to, input }: InternalCall) =>
  `${to?.toString('hex')} ${input.toString('hex', 0, SELECTOR_LENGTH)}`;

function distinct(addresses: readonly Buffer[]): Buffer[] {
  return [...new Map(addresses.map((address) => [address.toString('hex'), address])).values()];
}

function nameMethods(
  calls: readonly InternalCall[],
  addresses: AddressMap,
  signatures: readonly Signatures[],
): Map<string, string> {
  const methods = new Map<string, string>();
  for (const call of calls) {
    if (methods.size >= MAX_METHODS) break;
    const key = methodKey(call);
    if (!methods.has(key)) methods.set(key, presentCalled(call, { addresses, signatures }).method ?? '');
  }
  return methods;
}
