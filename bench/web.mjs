import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { staleProducts } from '../scripts/stamp.mjs';
import { runBench } from './run-bench.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
for (const product of staleProducts(root)) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--only', product], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}
await runBench(['bench/measure-pages.ts']);
