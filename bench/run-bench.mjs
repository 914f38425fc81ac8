import { cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE } from '../scripts/bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the programs of a benchmark, which are TypeScript, and runs the first one. */
export async function runBench(entryPoints) {
  const folder = `${root}.cache/bench`;
  mkdirSync(folder, { recursive: true });
  // The program looks for migrations in its own folder.
  cpSync(`${root}lib/db/migrations`, `${folder}/migrations`, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((path) => ({ in: path, out: nameOf(path) })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    ...BUNDLE,
    sourcemap: 'inline',
  });
  await import(pathToFileURL(`${folder}/${nameOf(entryPoints[0])}.mjs`).href);
}

function nameOf(path) {
  return path
    .replace(/^(bench|bin)\//, '')
    .replaceAll('/', '-')
    .replace(/\.ts$/, '');
}
