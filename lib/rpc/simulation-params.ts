import { bufferToHex } from '@/lib/evm/hex';
import type { StateOverrides } from '@/lib/evm/state-overrides';
import type { RpcBlock } from './block';
import type { SignedTransaction } from './transaction';

/** What is executed of a transaction, signed or not; amounts in wei. */
export type SimulatedCall = Pick<
  SignedTransaction,
  | 'from'
  | 'to'
  | 'input'
  | 'value'
  | 'gasLimit'
  | 'gasPrice'
  | 'maxFeePerGas'
  | 'maxPriorityFeePerGas'
  | 'maxFeePerBlobGas'
  | 'blobVersionedHashes'
  | 'accessList'
  | 'authorizations'
>;

const quantity = (value: bigint | number) => `0x${value.toString(16)}`;

/** A call as `eth_call` and its relatives take it. */
export function callParams(call: SimulatedCall): object {
  const { accessList, authorizations } = call;
  return {
    from: bufferToHex(call.from),
    ...(call.to && { to: bufferToHex(call.to) }),
    data: bufferToHex(call.input),
    value: quantity(call.value),
    gas: quantity(call.gasLimit),
    ...priceParams(call),
    ...(accessList.length > 0 && {
      accessList: accessList.map(({ address, storageKeys }) => ({
        address: bufferToHex(address),
        storageKeys: storageKeys.map(bufferToHex),
      })),
    }),
    ...(authorizations.length > 0 && {
      authorizationList: authorizations.map(({ chainId, address, nonce, yParity, r, s }) => ({
        ...{ chainId: quantity(chainId), address: bufferToHex(address), nonce: quantity(nonce) },
        ...{ yParity: quantity(yParity), r: quantity(r), s: quantity(s) },
      })),
    }),
  };
}

function priceParams(call: SimulatedCall): object {
  const { maxFeePerGas, gasPrice, maxFeePerBlobGas, blobVersionedHashes } = call;
  const ofGas =
    maxFeePerGas === null
      ? gasPrice !== null && { gasPrice: quantity(gasPrice) }
      : {
          maxFeePerGas: quantity(maxFeePerGas),
          maxPriorityFeePerGas: quantity(call.maxPriorityFeePerGas ?? 0n),
        };
  return {
    ...ofGas,
    ...(blobVersionedHashes && { blobVersionedHashes: blobVersionedHashes.map(bufferToHex) }),
    ...(blobVersionedHashes && maxFeePerBlobGas !== null && { maxFeePerBlobGas: quantity(maxFeePerBlobGas) }),
  };
}

/** State overrides as geth takes them. */
export function overrideParams(overrides: StateOverrides): object {
  return Object.fromEntries(
    [...overrides].map(([address, { balance, nonce, code, slots }]) => [
      address,
      {
        ...(balance !== undefined && { balance: quantity(balance) }),
        ...(nonce !== undefined && { nonce: quantity(nonce) }),
        ...(code !== undefined && { code: bufferToHex(code) }),
        ...(slots.size > 0 && { stateDiff: Object.fromEntries(slots) }),
      },
    ]),
  );
}

/** What a block's transactions see of it, as geth takes it. */
export function blockParams(block: RpcBlock): object {
  const { baseFeePerGas, mixHash } = block;
  return {
    number: quantity(block.number),
    time: quantity(block.timestamp),
    gasLimit: quantity(block.gasLimit),
    feeRecipient: bufferToHex(block.miner),
    ...(baseFeePerGas !== null && { baseFeePerGas: quantity(baseFeePerGas) }),
    ...(mixHash && { prevRandao: bufferToHex(mixHash) }),
  };
}

/** The name of a block in a request. */
export function blockTag(height: number): string {
  return quantity(height);
}
