import { writeFile } from 'node:fs/promises';
import { startTransferChain } from '../transfer-chain';

/** Recorded answers, by method and height; the address that has code. */
export type Recording = { blocks: number; token: string; answers: Record<string, string> };

const METHODS = ['eth_getBlockByNumber', 'eth_getBlockReceipts', 'trace_block'];

/** Records in a file what anvil answers about each block of a chain of transfers. */
export async function recordChain(file: string, transfers: number, perBlock: number): Promise<void> {
  const { rpcUrl, blocks, token, stop } = await startTransferChain(transfers, perBlock);
  const answers: Record<string, string> = {};
  for (let height = 0; height < blocks; height += 1)
    for (const method of METHODS) answers[`${method}:${height}`] = await ask(rpcUrl, method, height);
  const recording: Recording = { blocks, token: token.toLowerCase(), answers };
  await writeFile(file, JSON.stringify(recording));
  await stop();
}

/** The result as it was sent. */
async function ask(url: string, method: string, height: number): Promise<string> {
  const params = [`0x${height.toString(16)}`, ...(method === 'eth_getBlockByNumber' ? [true] : [])];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result }: { result: unknown } = JSON.parse(await response.text());
  return JSON.stringify(result);
}
