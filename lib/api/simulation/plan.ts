import { createHash } from 'node:crypto';
import type { WantedSimulation } from '@/lib/api/nodes/simulations';
import type { RequestedCall, SimulationRequest } from '@/lib/endpoints/simulation';
import { hexToBuffer } from '@/lib/evm/hex';
import type { StateOverrides } from '@/lib/evm/state-overrides';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { RpcBlock } from '@/lib/rpc/block';
import type { SimulatedCall } from '@/lib/rpc/simulation-params';

/** A mined transaction, as indexed. */
type Mined = Readonly<{ hash: Buffer; block_number: number; index: number }>;

const DEFAULT_GAS = 30_000_000n;
const EMPTY = Buffer.alloc(0);

/** What a request wants of the node; `mined` is the transaction to run again, if any. */
export function planSimulation(request: SimulationRequest, mined: Mined | undefined): WantedSimulation {
  const { block_number, calls } = request;
  const height = block_number ?? mined?.block_number ?? 'latest';
  const isMoved = mined !== undefined && height !== mined.block_number;
  const position =
    request.position === undefined && !isMoved ? (mined?.index ?? null) : (request.position ?? null);
  const model = mined && !isMoved ? mined : undefined;
  return {
    subject: digest(request),
    height,
    position,
    hash: model?.hash,
    overrides: toOverrides(request.overrides),
    callsOf: (block) => {
      if (position !== null && position > block.transactions.length) return undefined;
      return toCalls(calls, block, model);
    },
  };
}

/** What rests after it took too long is this request alone: others of the same block are answered. */
function digest(request: SimulationRequest): string {
  const text = JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64');
}

function toCalls(
  calls: readonly RequestedCall[],
  block: RpcBlock,
  model: Mined | undefined,
): readonly SimulatedCall[] | undefined {
  const known = model && block.transactions.find(({ hash }) => hash.equals(model.hash));
  const [first, ...others] = calls;
  if (first === undefined || (model && !known)) return undefined;
  const begun = known ? change(known, first) : toCall(first, ZERO_ADDRESS);
  return [begun, ...others.map((call) => toCall(call, begun.from))];
}

function toCall(call: RequestedCall, sender: Buffer): SimulatedCall {
  const none = {
    ...{ from: sender, to: null, input: EMPTY, value: 0n, gasLimit: DEFAULT_GAS, gasPrice: null },
    ...{ maxFeePerGas: null, maxPriorityFeePerGas: null, maxFeePerBlobGas: null, blobVersionedHashes: null },
    ...{ accessList: [], authorizations: [] },
  };
  return change(none, call);
}

/** A call with what a request has of it; a price replaces all prices. */
function change(known: SimulatedCall, call: RequestedCall): SimulatedCall {
  const { from, to, data, gas, gas_price, max_fee_per_gas, max_priority_fee_per_gas } = call;
  const isPriced = gas_price !== undefined || max_fee_per_gas !== undefined;
  const prices = isPriced
    ? {
        gasPrice: gas_price ?? null,
        maxFeePerGas: gas_price === undefined ? (max_fee_per_gas ?? null) : null,
        maxPriorityFeePerGas: max_priority_fee_per_gas ?? null,
      }
    : known;
  return {
    from: from === undefined ? known.from : hexToBuffer(from),
    to: to === undefined ? known.to : to === null ? null : hexToBuffer(to),
    input: data === undefined ? known.input : hexToBuffer(data),
    value: call.value ?? known.value,
    gasLimit: gas === undefined ? known.gasLimit : BigInt(gas),
    gasPrice: prices.gasPrice,
    maxFeePerGas: prices.maxFeePerGas,
    maxPriorityFeePerGas: prices.maxPriorityFeePerGas,
    maxFeePerBlobGas: known.maxFeePerBlobGas,
    blobVersionedHashes: known.blobVersionedHashes,
    accessList: call.access_list?.map(toAccess) ?? known.accessList,
    authorizations: call.authorization_list?.map(toAuthorization) ?? known.authorizations,
  };
}

function toAccess({ address, storage_keys }: NonNullable<RequestedCall['access_list']>[number]) {
  return { address: hexToBuffer(address), storageKeys: storage_keys.map(hexToBuffer) };
}

function toAuthorization(given: NonNullable<RequestedCall['authorization_list']>[number]) {
  const { chain_id: chainId, address, nonce, y_parity: yParity, r, s } = given;
  return { chainId, address: hexToBuffer(address), nonce, yParity, r, s };
}

function toOverrides(overrides: SimulationRequest['overrides']): StateOverrides {
  return new Map(
    Object.entries(overrides).map(([address, { balance, nonce, code, storage = {} }]) => [
      address.toLowerCase(),
      {
        ...{ balance, nonce, code: code === undefined ? undefined : hexToBuffer(code) },
        slots: new Map(
          Object.entries(storage).map(([slot, value]) => [slot.toLowerCase(), value.toLowerCase()]),
        ),
      },
    ]),
  );
}
