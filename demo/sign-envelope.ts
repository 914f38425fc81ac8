import type { AccessList, Address, Hex, SignedAuthorization } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { GAS_PRICE, MAX_FEE_PER_GAS, priorityFeeOf } from './fees';

export const CHAIN_ID = 31337;

/** The parts of a transaction that the sender of the demo chooses; without `to` it creates a contract. */
export type Envelope = {
  to?: Address;
  data?: Hex;
  value?: bigint;
  /** Gas limit; 200,000 when not given. */
  gas?: bigint;
  accessList?: AccessList;
  /** How the transaction is dressed; EIP-1559 when not given. */
  dress?:
    | { type: 'legacy' }
    | { type: 'eip2930' }
    | { type: 'eip1559' }
    | { type: 'eip7702'; authorizationList: readonly SignedAuthorization[] }
    | { type: 'eip4844'; blobVersionedHashes: readonly Hex[] };
};

/** The signed raw transaction; signatures are deterministic (RFC 6979), so the hash is the same every time. */
export function signEnvelope(account: LocalAccount, nonce: number, envelope: Envelope): Promise<Hex> {
  const { to, data = '0x', value = 0n, gas = 200_000n, accessList = [] } = envelope;
  const dress = envelope.dress ?? { type: 'eip1559' };
  const common = { chainId: CHAIN_ID, nonce, to: to ?? null, data, value, gas };
  const market = { maxFeePerGas: MAX_FEE_PER_GAS, maxPriorityFeePerGas: priorityFeeOf(nonce) };
  switch (dress.type) {
    case 'legacy':
      return account.signTransaction({ ...common, type: dress.type, gasPrice: GAS_PRICE });
    case 'eip2930':
      return account.signTransaction({ ...common, type: dress.type, gasPrice: GAS_PRICE, accessList });
    case 'eip1559':
      return account.signTransaction({ ...common, ...market, type: dress.type, accessList });
    case 'eip7702': {
      const { type, authorizationList } = dress;
      return account.signTransaction({ ...common, ...market, type, accessList, authorizationList });
    }
    case 'eip4844': {
      const blob = { ...dress, sidecars: false, maxFeePerBlobGas: 1_000_000_000n } as const;
      return account.signTransaction({ ...common, ...market, ...blob, accessList });
    }
  }
}
