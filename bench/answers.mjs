import { runBench } from './run-bench.mjs';

await runBench(['bench/answers/main.ts']);
