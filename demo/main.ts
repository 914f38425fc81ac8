import { loadConfig } from '@/lib/config';
import { createLog } from '@/lib/log';
import { startDemo } from './start-demo';

// Runs the demo chain alone and prints its address.
const config = loadConfig();
const log = createLog({ name: 'demo', level: config.logLevel });
const stopping = new AbortController();
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
const demo = await startDemo({ dataDir: config.dataDir, log, signal: stopping.signal });
console.log(`RPC_URL=${demo.rpcUrl}`);
for (const { label, transactionHash } of demo.highlights) console.log(`${transactionHash}  ${label}`);
await stopped;
stopping.abort();
await demo.stop();
