import { runBench } from './run-bench.mjs';

await runBench(['bench/growth.ts']);
