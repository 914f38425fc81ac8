#!/usr/bin/env node
// Writes lib/verification/releases.json, the compilers that can be fetched with their integrity hashes, from what npm's
// registry says of the package solc: node scripts/compiler-releases.mjs. Run it when the dependency solc is updated.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const TARGET = new URL('../lib/verification/releases.json', import.meta.url);
const { version: newest } = JSON.parse(
  readFileSync(new URL('../node_modules/solc/package.json', import.meta.url)),
);
const releases = new Map([...view(`>=0.4.11 <=${newest}`), ...listFixed().flatMap(view)]);
// What was published under the plain version is wrong: 0.8.7 holds the compiler 0.7.5.
for (const version of listFixed()) releases.delete(version.replace('-fixed', ''));
writeFileSync(TARGET, `${JSON.stringify(Object.fromEntries(releases), null, 2)}\n`);
console.log(releases.size, 'releases');

function listFixed() {
  return read('solc', 'versions').filter((version) => version.endsWith('-fixed'));
}

function view(range) {
  const found = [read(`solc@${range}`, 'version', 'dist.integrity')].flat();
  return found.map(({ version, 'dist.integrity': hash }) => [version, hash]);
}

function read(...query) {
  return JSON.parse(execFileSync('npm', ['view', ...query, '--json'], { encoding: 'utf8' }));
}
