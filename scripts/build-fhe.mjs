import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/*
Builds packages/fhe from lib/fhe: node scripts/build-fhe.mjs
The code in one file without dependencies, the types of what it exports, and the licenses of what it contains.
*/

const run = promisify(execFile);
const ROOT = new URL('..', import.meta.url).pathname;
const DIST = `${ROOT}packages/fhe/dist`;
const TYPES = `${ROOT}.cache/fhe-package`;
const ENTRY = 'packages/fhe/src/index.ts';

await Promise.all([DIST, TYPES].map((folder) => rm(folder, { recursive: true, force: true })));
const { metafile } = await build({
  entryPoints: [`${ROOT}${ENTRY}`],
  absWorkingDir: ROOT,
  outfile: `${DIST}/index.js`,
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // A module of Node, and a package of the same name for browsers.
  external: ['buffer'],
  inject: [`${ROOT}packages/fhe/src/buffer.ts`],
  metafile: true,
  logLevel: 'silent',
});
await writeTypes();
await writeFile(`${DIST}/LICENSES`, await readLicenses());

/** Declarations that those of the entry lead to, with specifiers that need no configuration. */
async function writeTypes() {
  await run(`${ROOT}node_modules/.bin/tsc`, ['-p', `${ROOT}packages/fhe`]).catch(({ stdout }) => {
    console.error(stdout);
    process.exitCode = 1;
  });
  const found = [ENTRY];
  for (const path of found) {
    const text = await readFile(`${TYPES}/${path.replace(/\.ts$/, '.d.ts')}`, 'utf8');
    const own = placeOf(path);
    const linked = text.replace(/(?<=from ')[^']+(?=')/g, (specifier) => {
      const target = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(path), specifier);
      if (!found.includes(`${target}.ts`)) found.push(`${target}.ts`);
      const way = relative(dirname(own), placeOf(`${target}.ts`));
      return `${way.startsWith('.') ? way : `./${way}`}.js`;
    });
    await mkdir(dirname(`${DIST}/types/${own}`), { recursive: true });
    await writeFile(`${DIST}/types/${own}.d.ts`, linked);
  }
}

/** Where the declarations of a source file are, without their suffix. */
function placeOf(path) {
  return path.replace(/^(lib|packages\/fhe\/src)\//, '').replace(/\.ts$/, '');
}

/** The license texts of the packages whose code is in the bundle. */
async function readLicenses() {
  const [{ inputs }] = Object.values(metafile.outputs);
  const folders = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []) : [],
  );
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(`${ROOT}${folder}/package.json`, 'utf8'));
    const file = (await readdir(`${ROOT}${folder}`)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${folder} has no license text`);
    return `${name} ${version}\n\n${await readFile(`${ROOT}${folder}/${file}`, 'utf8')}`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
