import { runBench } from './run-bench.mjs';

await runBench([
  'bench/latency/main.ts',
  'bench/latency/node.ts',
  'bin/recover-worker.ts',
  'bin/range-worker.ts',
]);
