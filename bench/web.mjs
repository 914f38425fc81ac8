import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { staleProducts } from '../scripts/stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
for (const product of staleProducts(root)) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--only', product], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}
const folder = `${root}.cache/bench`;
mkdirSync(folder, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['bench/measure-pages.ts'],
  outfile: `${folder}/measure-pages.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.9',
  packages: 'external',
  sourcemap: 'inline',
});
await import(pathToFileURL(`${folder}/measure-pages.mjs`).href);
