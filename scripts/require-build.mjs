import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staleProducts } from './stamp.mjs';

// npm runs this before it packs: nothing is built where the package is installed.
const root = fileURLToPath(new URL('..', import.meta.url));
const stale = staleProducts(root);
if (stale.length > 0 || !existsSync(join(root, 'dist/demo.mjs'))) {
  const lacking = stale.length > 0 ? stale.join(' and ') : 'programs of the demo chain';
  console.error(
    `The ${lacking} in this folder are not built from its sources: run "npm run build" before "npm pack".`,
  );
  process.exit(1);
}
