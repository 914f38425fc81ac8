import { parentPort } from 'node:worker_threads';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { serveRange } from '@/lib/indexer/sync/range-worker';

/** What ends the threads that run this program, wherever they are. */
const END = 'end of threads';

await loadFastKeccak();
new BroadcastChannel(END).onmessage = () => process.exit(1);
parentPort?.on('message', serveRange);
