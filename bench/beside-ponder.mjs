import { runBench } from './run-bench.mjs';

await runBench(['bench/beside-ponder.ts']);
