import { createRpc } from '@/lib/rpc/client';
import { fetchDevNode } from '@/lib/rpc/dev-node';

/** A development node that answers: its URL, and its program as `anvil/v1.7.1`. */
export type FoundNode = Readonly<{ url: string; client: string }>;

/** Where Foundry, Hardhat and Ganache listen by default, and the next port. */
export const DEV_PORTS = [8545, 8546, 9545] as const;
const TIMEOUT_MS = 1_000;

/** The first of the ports of this machine that a development node listens on. Other nodes are passed over. */
export async function findDevNode(ports: readonly number[]): Promise<FoundNode | undefined> {
  const found = await Promise.all(ports.map((port) => identify(`http://127.0.0.1:${port}`)));
  return found.find((node) => node !== undefined);
}

async function identify(url: string): Promise<FoundNode | undefined> {
  const rpc = createRpc({ urls: [url], timeoutMs: TIMEOUT_MS, retries: 0 });
  try {
    if (!(await fetchDevNode(rpc))) return undefined;
    return { url, client: String(await rpc.request('web3_clientVersion', [])).slice(0, 60) };
  } catch {
    return undefined;
  }
}
