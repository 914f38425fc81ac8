import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { extract } from 'tar';
import { parseAbiItem, toEventSelector, toFunctionSelector } from 'viem';
import { readLicense } from './license.mjs';
import { PACKAGES } from './signatures/packages.mjs';
import { readItems } from './signatures/read-items.mjs';

const USAGE = `Usage: node scripts/signatures.mjs [--cache FOLDER]

Writes lib/db/signatures.txt.gz, the functions, events and errors that the packages in scripts/signatures/packages.mjs
and declared.txt and preferred.txt beside it declare, one a line, and scripts/signatures/sources.json, the notices of the packages, which
come from npm and stay in the folder. Then run node scripts/notices.mjs.`;
const LICENSES = /^\(?(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0|Unlicense)\b/;
/** Declarations of tests and mocks name nothing that people use. */
const IGNORED =
  /(^|\/)(tests?|__tests__|mocks?|harness(es)?|examples?|node_modules|forge-std|certora)\/|(mock|test|harness|fake|example)[^/]*$/i;
const SOURCE = /(\.json|\.sol|\.[cm]?js|(?<!\.d)\.[cm]?ts)$/;
const MAX_FILE_BYTES = 12 * 1024 * 1024;
/** Without the spaces behind commas. */
const MAX_LINE = 900;
const TYPE = /^(address|bool|string|function|tuple|bytes\d*|u?int\d+)(\[\d*\])*$/;

const { values } = parseArgs({ options: { cache: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const cache = values.cache ?? join(tmpdir(), 'astrolabe-signature-packages');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** By kind: each declaration by its signature, with the texts found and the packages that have them. */
const found = { function: new Map(), event: new Map(), error: new Map() };
const sources = PACKAGES.map(readPackage);
readDeclared('scripts/signatures/declared.txt');
const preferred = readDeclared('scripts/signatures/preferred.txt');
writeFileSync('lib/db/signatures.txt.gz', gzipSync(toLines().join(''), { level: 9 }));
writeSources();

function readPackage(wanted) {
  const folder = join(cache, wanted.replace(/[^\w.-]+/g, '_'));
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const file = join(cache, `${wanted.replace(/^@/, '').replace(/[/@]/g, '-')}.tgz`);
    const pack = ['pack', wanted, '--ignore-scripts', '--pack-destination', cache];
    if (!existsSync(file)) execFileSync('npm', pack, { stdio: ['ignore', 'ignore', 'ignore'] });
    extract({ file, cwd: folder, strip: 1, sync: true });
  }
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!LICENSES.test(license)) throw new Error(`${wanted} has the license ${license}`);
  const seen = new Set();
  for (const path of listSources(folder))
    for (const item of readItems(path, readFileSync(path, 'utf8'))) addItem(item, name, seen);
  console.error(`${wanted}: ${seen.size}`);
  return { name, version, license, ...readLicense(folder, license) };
}

/** Declarations one a line, in the form of viem; lines that begin with # are remarks. By kind and signature. */
function readDeclared(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const declared = lines.filter((text) => text !== '' && !text.startsWith('#'));
  const items = declared.map((line) => ({ line, item: parseAbiItem(line) }));
  for (const { item } of items) addItem(item, path, new Set());
  console.error(`${path}: ${items.length}`);
  return new Map(items.map(({ line, item }) => [`${item.type} ${declare(item, false)}`, line]));
}

function listSources(folder) {
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => SOURCE.test(path) && !IGNORED.test(relative(folder, path)))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= MAX_FILE_BYTES)
    .sort();
}

function addItem(item, packageName, seen) {
  if (item.anonymous === true || !item.inputs.every(isParameter)) return;
  const text = [true, false].map((isNamed) => declare(item, isNamed)).find((one) => parse(item.type, one));
  const parsed = text === undefined ? undefined : parse(item.type, text);
  if (!parsed || text.replaceAll(', ', ',').length > MAX_LINE) return;
  const bare = declare(item, false);
  const hash =
    item.type === 'event'
      ? toEventSelector(parsed)
      : toFunctionSelector({ ...parsed, type: 'function', outputs: [], stateMutability: 'view' });
  const declaration = found[item.type].get(bare) ?? {
    key: hash.slice(2, 10),
    packages: new Set(),
    texts: new Map(),
  };
  declaration.packages.add(packageName);
  const users = declaration.texts.get(text) ?? new Set();
  declaration.texts.set(text, users.add(packageName));
  found[item.type].set(bare, declaration);
  seen.add(bare);
}

function isParameter(input) {
  if (typeof input !== 'object' || input === null || typeof input.type !== 'string' || !TYPE.test(input.type))
    return false;
  return (
    !input.type.startsWith('tuple') ||
    (Array.isArray(input.components) && input.components.every(isParameter))
  );
}

/** A declaration without its kind: `transfer(address to, uint256 value)`. */
function declare({ name, inputs }, isNamed) {
  const toText = (input) => {
    const type = input.type.startsWith('tuple')
      ? `(${input.components.map(toText).join(', ')})${input.type.slice('tuple'.length)}`
      : input.type;
    const label = isNamed ? (input.name ?? '').replace(/^_+|_+$/g, '') : '';
    return [type, input.indexed ? 'indexed' : '', /^[A-Za-z][\w]*$/.test(label) ? label : '']
      .filter(Boolean)
      .join(' ');
  };
  return `${name}(${inputs.map(toText).join(', ')})`;
}

function parse(kind, text) {
  try {
    return parseAbiItem(`${kind} ${text}`);
  } catch {
    return undefined;
  }
}

/** One line a declaration, with the words that most packages use; those of one key together, those of most packages first. */
function toLines() {
  const groups = new Map();
  for (const [kind, declarations] of Object.entries(found)) {
    for (const [bare, { key, packages, texts }] of declarations) {
      const [[text]] = [...texts].sort(
        (a, b) => b[1].size - a[1].size || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1),
      );
      const first = preferred.get(`${kind} ${bare}`);
      const row = { line: `${first ?? `${kind} ${text}`}\n`, count: first ? Infinity : packages.size };
      groups.set(`${kind} ${key}`, [...(groups.get(`${kind} ${key}`) ?? []), row]);
    }
  }
  const byLine = (a, b) => (a.line < b.line ? -1 : 1);
  const rows = [...groups.values()].map((group) => group.sort((a, b) => b.count - a.count || byLine(a, b)));
  const lines = rows.sort(([a], [b]) => byLine(a, b)).flatMap((group) => group.map(({ line }) => line));
  console.error(`${lines.length} lines`);
  return lines;
}

function writeSources() {
  const texts = new Map();
  const packages = sources.map(({ name, version, license, copyrights, key, text }) => {
    texts.set(key, text);
    return { name, version, license, copyrights, text: [...texts.keys()].indexOf(key) };
  });
  const json = { packages, texts: [...texts.values()] };
  writeFileSync('scripts/signatures/sources.json', `${JSON.stringify(json, null, 2)}\n`);
}
