import { runBench } from './run-bench.mjs';

await runBench(['bench/index-chain.ts', 'bin/recover-worker.ts', 'bin/range-worker.ts']);
