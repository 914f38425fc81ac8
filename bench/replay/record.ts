import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startTransferChain } from '../transfer-chain';
import { keyOf } from './answers';

/** Methods that answer by height. */
const METHODS = ['eth_getBlockByNumber', 'eth_getBlockReceipts', 'trace_block'] as const;

/** Records what an indexer asks of a chain of so many transfers, once: lines of a key and its answer. */
export async function recordTransfers(file: string, transfers: number): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true });
  const chain = await startTransferChain(transfers);
  const unfinished = `${file}.new`;
  const output = await open(unfinished, 'w');
  const record = async (method: string, params: readonly unknown[]) => {
    const answer = await chain.request(method, params);
    await output.write(`${keyOf(method, params)}\t${JSON.stringify(answer)}\n`);
    return answer;
  };
  try {
    for (const method of ['eth_chainId', 'web3_clientVersion']) await record(method, []);
    await record('eth_getBlockByNumber', ['finalized', false]);
    for (let height = 0; height < chain.blocks; height++) {
      const tag = `0x${height.toString(16)}`;
      for (const method of METHODS)
        await record(method, method === 'eth_getBlockByNumber' ? [tag, true] : [tag]);
    }
    await record('eth_getCode', [chain.token, await record('eth_blockNumber', [])]);
  } finally {
    await output.close();
    await chain.stop();
  }
  await rename(unfinished, file);
}
