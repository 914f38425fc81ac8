import { type Anvil, startAnvil } from '@/demo/anvil';
import { asHex } from '@/demo/node-request';
import { hexToBuffer } from '@/lib/evm/hex';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from './fake-rpc';

/** Accounts of anvil's own mnemonic, for which it signs. */
const ACCOUNTS = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const;

/** A transaction for the mempool; the sender is the account of that number. */
type Sending = Readonly<{ from?: 0 | 1 | 2; nonce?: number; tip?: number; value?: number }>;

/** A chain that mines only on demand. */
export type PoolChain = Readonly<{
  rpcUrl: string;
  request: Anvil['request'];
  /** Puts a transaction into the mempool; returns its hash. */
  send(sending?: Sending): Promise<Buffer>;
  mine(): Promise<void>;
  stop(): Promise<void>;
}>;

const GWEI = 10n ** 9n;

export async function startPoolChain(): Promise<PoolChain> {
  const anvil = await startAnvil({ timestamp: Math.floor(Date.now() / 1_000) - 100 });
  const { request, rpcUrl, stop } = anvil;
  return {
    rpcUrl,
    request,
    stop,
    mine: async () => {
      await request('evm_mine', []);
    },
    send: async ({ from = 0, nonce, tip = 1, value = 1 } = {}) => {
      const transaction = {
        from: ACCOUNTS[from],
        to: ACCOUNTS[(from + 1) % 2],
        gas: '0x5208',
        value: `0x${value.toString(16)}`,
        maxFeePerGas: `0x${(100n * GWEI * BigInt(tip)).toString(16)}`,
        maxPriorityFeePerGas: `0x${(GWEI * BigInt(tip)).toString(16)}`,
        ...(nonce === undefined ? {} : { nonce: `0x${nonce.toString(16)}` }),
      };
      return hexToBuffer(asHex(await request('eth_sendTransaction', [transaction])));
    },
  };
}

export function without(url: string, methods: readonly string[]): Rpc {
  const rpc = createRpc({ urls: [url], retries: 0 });
  return createFakeRpc(async (method, params) => {
    if (methods.includes(method)) throw new RpcError(method, { code: -32601, message: 'not offered' });
    return rpc.request(method, params);
  });
}
