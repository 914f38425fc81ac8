import { runBench } from './run-bench.mjs';

await runBench(['bench/parse-fhe.ts']);
