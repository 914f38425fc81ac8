import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const bundle = '.cache/env-example.mjs';
mkdirSync('.cache', { recursive: true });
await build({
  entryPoints: ['lib/config/env-example.ts'],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
});
const { formatEnvExample } = await import(pathToFileURL(bundle).href);
writeFileSync('.env.example', formatEnvExample());
rmSync(bundle);
console.log('Wrote .env.example');
