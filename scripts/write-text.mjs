import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE } from './bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes to `file` what the function `format` of the TypeScript file `entry` returns; paths from the root. */
export async function writeText({ entry, format, file }) {
  process.chdir(root);
  const bundle = `.cache/${format}.mjs`;
  mkdirSync('.cache', { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: bundle,
    ...BUNDLE,
  });
  const made = await import(pathToFileURL(bundle).href);
  writeFileSync(file, made[format]());
  rmSync(bundle);
  console.log(`Wrote ${file}`);
}
