import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const FOLDERS = [
  'app',
  'components',
  'lib/format',
  'lib/pages',
  'lib/sentence',
  'lib/client',
  'lib/messages',
];
const CATALOGUE = 'locales/en.json';
const FUNCTIONS = ['t', 'msg', 'rich', 'phrase'];
/** Names that tell a translator nothing: of elements, of what made the value, or of any value. */
const EMPTY_NAME =
  /^(\w|\w*\d|bdi|span|strong|code|div|link|values?|text|string|number|node|parts?|children|one|many|other|join|slice|round|replace|map|of|\w*(Label|Link|Button))$/;

/**
 * All texts of the pages, by the calls of `t`, `msg` and `rich` in the sources. `browser`: of files that scripts in the
 * browser import, `pages`: of the others. A text that is no literal, a `t` outside of a function and what `faultsOf` finds
 * are faults.
 */
export function collectTexts(root = ROOT) {
  const files = new Map(FOLDERS.flatMap((folder) => listSources(join(root, folder))).map(readFile));
  const inBrowser = new Set();
  const follow = (path) => {
    if (inBrowser.has(path)) return;
    inBrowser.add(path);
    for (const name of files.get(path)?.imports ?? []) {
      const found = [name, `${name}.ts`, `${name}.tsx`].find((one) => files.has(one));
      if (found !== undefined) follow(found);
    }
  };
  for (const [path, { isClient }] of files) if (isClient) follow(path);
  const browser = new Set();
  const pages = new Set();
  for (const [path, { texts }] of files)
    for (const text of texts) (inBrowser.has(path) ? browser : pages).add(text);
  for (const text of browser) pages.delete(text);
  const faults = [
    ...[...files.values()].flatMap((file) => file.faults),
    ...listOutsiders(root, files),
    ...[...browser, ...pages].flatMap(faultsOf),
  ];
  return { texts: { browser: [...browser].sort(), pages: [...pages].sort() }, faults };

  function readFile(path) {
    const source = readFileSync(path, 'utf8');
    const { program, module } = parseSync(path, source);
    const imports = requestsOf(module, source)
      .map((name) => resolveImport(root, path, name))
      .filter((name) => name !== undefined);
    const isClient = /^'use client'/.test(source);
    return [path, { isClient, imports, ...readCalls(program, `${relative(root, path)}`) }];
  }
}

/** The modules whose code a file uses: not those of which it has only types. */
function requestsOf({ staticImports, staticExports, dynamicImports }, source) {
  const imported = staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType),
  );
  const exported = staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest, isType }) => moduleRequest !== null && !isType);
  return [
    ...[...imported, ...exported].map((one) => one.moduleRequest.value),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end).slice(1, -1)),
  ];
}

/** Files of `lib/` that use texts although theirs are not collected. */
function listOutsiders(root, files) {
  return listSources(join(root, 'lib'))
    .filter((path) => !files.has(path) && !path.startsWith(join(root, 'lib/language/')))
    .filter((path) => {
      const source = readFileSync(path, 'utf8');
      const { program, module } = parseSync(path, source);
      const isUser = requestsOf(module, source).some((name) => name.endsWith('language/t'));
      return isUser && readCalls(program, path).texts.length > 0;
    })
    .map((path) => `${relative(root, path)}: texts of this folder are not collected`);
}

/** Why another language could not say a text its own way; none for a good one. */
export function faultsOf(text) {
  const faults = [];
  if (/^[\s,;.·]|[\s,;(·]$/.test(text))
    faults.push('a part of a sentence, which others put together otherwise');
  visit(parse(text));
  return faults.map((fault) => `${JSON.stringify(text)}: ${fault}`);

  function visit(elements) {
    elements.forEach((element, index) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound) return;
      if (element.type === TYPE.argument && EMPTY_NAME.test(element.value))
        faults.push(`{${element.value}} does not say what it is`);
      if (element.type === TYPE.argument || element.type === TYPE.tag)
        if (isGlued(elements[index - 1], /[\p{L}\p{N}]$/u) || isGlued(elements[index + 1], /^[\p{L}\p{N}]/u))
          faults.push(`no space beside ${element.value}`);
      if (element.type === TYPE.tag) visit(element.children);
      for (const option of Object.values(element.options ?? {})) visit(option.value);
    });
  }
}

/** True beside another value or a word; a plural or a choice may begin with a comma. */
function isGlued(neighbor, pattern) {
  if (neighbor?.type === TYPE.literal) return pattern.test(neighbor.value);
  return neighbor?.type === TYPE.argument || neighbor?.type === TYPE.tag;
}

/** Calls of the functions in one file. */
function readCalls(program, path) {
  const texts = [];
  const faults = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || !FUNCTIONS.includes(callee.name)) return;
      if (callee.name !== 'msg' && depth === 0)
        faults.push(`${path}: ${callee.name}() runs before there is a language`);
      if (first?.type === 'Literal' && typeof first.value === 'string') texts.push(first.value);
      else if (first?.type === 'TemplateLiteral') faults.push(`${path}: a text must be a literal`);
    },
  }).visit(program);
  return { texts, faults };
}

function resolveImport(root, from, name) {
  if (name.startsWith('@/')) return join(root, name.slice(2));
  return name.startsWith('.') ? resolve(dirname(from), name) : undefined;
}

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** `locales/en.json` as it has to be. */
export const formatTexts = (texts) => `${JSON.stringify(texts, null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { texts, faults } = collectTexts();
  for (const fault of faults) console.error(fault);
  writeFileSync(join(ROOT, CATALOGUE), formatTexts(texts));
  console.log(`${CATALOGUE}: ${texts.browser.length + texts.pages.length} texts`);
  const all = new Set([...texts.browser, ...texts.pages]);
  for (const name of readdirSync(join(ROOT, 'locales')).filter((one) => one !== 'en.json')) {
    const known = JSON.parse(readFileSync(join(ROOT, 'locales', name), 'utf8'));
    const missing = [...all].filter((text) => known[text] === undefined);
    const stale = Object.keys(known).filter((text) => !all.has(text));
    console.log(`locales/${name}: ${missing.length} missing, ${stale.length} not used any more`);
    for (const text of missing) console.log(`  missing: ${text}`);
    for (const text of stale) console.log(`  not used: ${text}`);
  }
  if (faults.length > 0) process.exitCode = 1;
}
