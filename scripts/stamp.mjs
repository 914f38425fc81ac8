import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMON = [
  ...['lib', 'package-lock.json', 'package.json', 'tsconfig.json'],
  ...['scripts/build.mjs', 'scripts/bundle-options.mjs'],
];

/** The sources of each product of the build; changing one makes the product stale. */
const SOURCES = {
  programs: [...COMMON, 'bin', 'demo', 'locales'],
  pages: [...COMMON, 'app', 'components', 'public', 'proxy.ts', 'next.config.js', 'postcss.config.mjs'],
};
const IGNORED = /(^|\/)(node_modules|compile)$|\.test\.tsx?$|^\.|~$/;

/** Products (`programs`, `pages`) built from other sources than the present ones, or never. */
export function staleProducts(root) {
  return Object.keys(SOURCES).filter((product) => readStamp(root, product) !== sourceHash(root, product));
}

/** SHA-256 over names and contents of a product's sources. */
export function sourceHash(root, product) {
  const hash = createHash('sha256');
  for (const source of SOURCES[product]) addPath(hash, root, source);
  return hash.digest('hex');
}

/** Records that a product was built from the sources with this hash. */
export function writeStamp(root, product, hash) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile(root, product), `${hash}\n`);
}

/** Removes a product's stamp: it is stale until a build completes. */
export function clearStamp(root, product) {
  if (existsSync(stampFile(root, product))) writeFileSync(stampFile(root, product), '');
}

function readStamp(root, product) {
  const file = stampFile(root, product);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

function stampFile(root, product) {
  return join(root, 'dist', `${product}.stamp`);
}

function addPath(hash, root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    const names = readdirSync(full).filter((name) => !IGNORED.test(name));
    for (const name of names.sort()) addPath(hash, root, `${path}/${name}`);
    return;
  }
  const content = readFileSync(full);
  hash.update(`${path}\0${content.length}\0`).update(content);
}
