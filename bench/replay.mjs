import { runBench } from './run-bench.mjs';

await runBench(['bench/replay/main.ts', 'bench/replay/respond.ts', 'bin/recover-worker.ts']);
