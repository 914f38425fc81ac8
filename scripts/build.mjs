import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { BUNDLE } from './bundle-options.mjs';
import { clearStamp, sourceHash, writeStamp } from './stamp.mjs';

/** What programs read beside them. */
const FILES = {
  migrations: 'lib/db/migrations',
  'signatures.txt.gz': 'lib/db/signatures.txt.gz',
  locales: 'locales',
};
const USAGE = `Usage: npm run build -- [--only programs|pages] [--no-demo]

Builds the programs (dist/) and the pages (.next/). --no-demo leaves the demo chain out, for production images.`;

const SERVING = ['supervise', 'web', 'api', 'indexer'];
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'no-demo': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
process.chdir(root);
if (values.only !== 'pages') await stamped('programs', () => buildPrograms(!values['no-demo']));
if (values.only !== 'programs') await stamped('pages', buildPages);

/** The stamp is of the sources before the build: a change during it makes the product stale again. */
async function stamped(product, make) {
  const hash = sourceHash(root, product);
  clearStamp(root, product);
  await make();
  writeStamp(root, product, hash);
}

async function buildPrograms(withDemo) {
  const entryPoints = readdirSync('bin')
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => ({ in: `bin/${name}`, out: outputOf(name.replace(/\.ts$/, '')) }));
  if (withDemo && existsSync('demo/main.ts')) entryPoints.push({ in: 'demo/main.ts', out: 'demo' });
  removeOldPrograms();
  await build({
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    ...BUNDLE,
    splitting: true,
    chunkNames: 'shared-[hash]',
    external: withDemo ? [] : ['@/demo/*'],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
  for (const [name, path] of Object.entries(FILES)) cpSync(path, join('dist', name), { recursive: true });
  cpSync('bin/load-program.mjs', 'dist/load-program.mjs');
  for (const name of SERVING) writeFileSync(`dist/${name}.mjs`, loaderOf(name));
}

/** What serves is loaded by a file of two lines, which can still say that the system allows it too few files. */
function outputOf(name) {
  return SERVING.includes(name) ? `${name}-program` : name;
}

function loaderOf(name) {
  return `import { loadProgram } from './load-program.mjs';\nawait loadProgram(() => import('./${name}-program.mjs'));\n`;
}

function removeOldPrograms() {
  if (!existsSync('dist')) return;
  for (const name of readdirSync('dist')) {
    if (/\.mjs(\.map)?$/.test(name) || name in FILES) rmSync(join('dist', name), { recursive: true });
  }
}

function buildPages() {
  if (!existsSync('app/layout.tsx')) return;
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const { status, signal } = spawnSync(process.execPath, [next, 'build'], {
    stdio: 'inherit',
    env: environment,
  });
  if (status !== 0) throw new Error(`next build ended with ${signal ?? `code ${status}`}`);
  requireNothingStatic();
}

/** Every page is rendered on request: one rendered at build would show the build machine's data forever. */
function requireNothingStatic() {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'));
  const pages = Object.keys(routes).filter((path) => !path.startsWith('/_') && !/\.[a-z]+$/.test(path));
  if (pages.length > 0) throw new Error(`these pages were rendered at build: ${pages.join(', ')}`);
}
