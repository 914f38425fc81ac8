import { runBench } from './run-bench.mjs';

await runBench(['bench/backfill-chain.ts', 'bin/backfill.ts', 'bin/indexer.ts', 'bin/recover-worker.ts']);
