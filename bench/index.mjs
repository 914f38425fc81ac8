import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.cache/bench`;
mkdirSync(folder, { recursive: true });
// The migrations are looked for beside the program.
const { cpSync } = await import('node:fs');
cpSync(`${root}lib/db/migrations`, `${folder}/migrations`, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['bench/index-chain.ts'],
  outfile: `${folder}/index-chain.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.9',
  packages: 'external',
  sourcemap: 'inline',
});
await import(pathToFileURL(`${folder}/index-chain.mjs`).href);
