import { runBench } from './run-bench.mjs';

await runBench(['bench/api/main.ts', 'bench/api/bare.ts']);
