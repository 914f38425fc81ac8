import { parentPort } from 'node:worker_threads';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { serveRange } from '@/lib/indexer/sync/range-worker';

// A worker thread of lib/indexer/sync/range-threads.ts.
await loadFastKeccak();
parentPort?.on('message', serveRange);
