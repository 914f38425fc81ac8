import {
  type AccessList,
  type Address,
  formatTransactionRequest,
  type Hex,
  type SignedAuthorization,
} from 'viem';
import { GAS_PRICE, MAX_FEE_PER_GAS, priorityFeeOf } from './fees';

export const CHAIN_ID = 31337;

/** The fields that a sender chooses; without `to`, a contract creation. */
export type Envelope = {
  to?: Address;
  data?: Hex;
  value?: bigint;
  /** Gas limit; 200,000 by default. */
  gas?: bigint;
  accessList?: AccessList;
  /** The transaction type; EIP-1559 by default. */
  dress?:
    | { type: 'legacy' }
    | { type: 'eip2930' }
    | { type: 'eip1559' }
    | { type: 'eip7702'; authorizationList: readonly SignedAuthorization[] }
    | { type: 'eip4844'; blobVersionedHashes: readonly Hex[] };
};

/** Parameters of eth_sendTransaction, complete, so that the node chooses nothing. */
export function toRpcTransaction(sender: { from: Address; nonce: number }, envelope: Envelope) {
  const { to, data = '0x', value = 0n, gas = 200_000n, accessList = [] } = envelope;
  const dress = envelope.dress ?? { type: 'eip1559' };
  const common = { ...sender, ...(to === undefined ? {} : { to }), data, value, gas };
  const market = { maxFeePerGas: MAX_FEE_PER_GAS, maxPriorityFeePerGas: priorityFeeOf(sender.nonce) };
  switch (dress.type) {
    case 'legacy':
      return formatTransactionRequest({ ...common, ...dress, gasPrice: GAS_PRICE });
    case 'eip2930':
      return formatTransactionRequest({ ...common, ...dress, gasPrice: GAS_PRICE, accessList });
    case 'eip1559':
    case 'eip7702':
      return formatTransactionRequest({ ...common, ...market, ...dress, accessList });
    case 'eip4844': {
      const { blobVersionedHashes } = dress;
      const transaction = formatTransactionRequest({ ...common, ...market, accessList });
      return { ...transaction, type: '0x3', blobVersionedHashes, maxFeePerBlobGas: '0x3b9aca00' };
    }
  }
}
