import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE } from '../../scripts/bundle-options.mjs';
import { ROOT } from './source-tree';

/** Bundles `bin/<name>.ts` into a folder of the repository as shipped; returns the file to run. */
export async function bundleProgram(name: string, folder: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, `bin/${name}.ts`)],
    outfile: file,
    ...BUNDLE,
    alias: { '@': ROOT },
    // The folder of the migrations, from which the package of PostgreSQL is resolved too.
    define: { 'import.meta.url': JSON.stringify(`file://${ROOT}/lib/db/anything.js`) },
    logLevel: 'warning',
  });
  return file;
}
