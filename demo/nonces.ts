import type { Address } from 'viem';
import { asHex, type NodeRequest } from './node-request';

/** The next nonce of every sender: fetched once, then counted here. */
export type Nonces = {
  peek(address: Address): Promise<number>;
  take(address: Address): Promise<number>;
  /** Fetches the nonce again next time. */
  forget(address: Address): void;
};

/** Counts from the node's pending nonces. */
export function createNonces(request: NodeRequest): Nonces {
  const next = new Map<Address, number>();
  const peek = async (address: Address) =>
    next.get(address) ?? Number(asHex(await request('eth_getTransactionCount', [address, 'pending'])));
  return {
    peek,
    take: async (address) => {
      const nonce = await peek(address);
      next.set(address, nonce + 1);
      return nonce;
    },
    forget: (address) => {
      next.delete(address);
    },
  };
}
