import { runBench } from './run-bench.mjs';

await runBench(['bench/wallet/main.ts']);
