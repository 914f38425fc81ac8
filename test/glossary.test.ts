import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { declaredNames } from './support/declared-names';
import { listFiles, ROOT } from './support/source-tree';

/** Names with a banned word that stay, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  PageCallProvider: "React's word for what sets a context",
  backendVersionOperation: "the path of Blockscout's operation",
  getBackendVersion: "the path of Blockscout's operation",
  mint: "a field of a rollup's deposits, named by the node",
};
/** English for something else than the banned word alone. */
const OTHER_WORDS = ['look up', 'look alike'];

const bans = readBans(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
const BAN = new RegExp(`\\b(${bans.join('|')})s?\\b`);

/** What the column "do not write" bans everywhere: entries without a remark in parentheses. */
function readBans(glossary: string): string[] {
  const cells = glossary.split('\n').flatMap((line) => /^\|[^|]+\|[^|]+\|([^|]+)\|/.exec(line)?.[1] ?? []);
  const entries = cells.flatMap((cell) => cell.split(/,(?![^(]*\))/)).map((entry) => entry.trim());
  return entries.filter((entry) => /^[a-z][a-z ]*$/i.test(entry) && entry !== 'do not write');
}

/** `MAX_ASKED` and `maxAsked` are both `max asked`. */
function wordsOf(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced.replaceAll('_', ' ').toLowerCase();
}

function findBan(name: string): string | undefined {
  // fields of JSON and columns keep the name that they were released with
  if (/[a-z]_/.test(name) || name in EXCEPTIONS) return undefined;
  const words = OTHER_WORDS.reduce((text, other) => text.replace(other, ''), wordsOf(name));
  return BAN.exec(words)?.[1];
}

test('the glossary bans words, and a declared name is searched for them word by word', () => {
  expect(bans).toEqual(expect.arrayContaining(['kept', 'ask', 'resting', 'final', 'undone', 'inner call']));
  expect(bans).not.toContain('tip');
  const names = [
    'keptRows',
    'ASK_AGAIN_MS',
    'innerCalls',
    'Asks',
    'task',
    'lookUp',
    'is_undone',
    'lookAlike',
    'look',
  ];
  expect(names.filter((name) => findBan(name) !== undefined)).toEqual([
    'keptRows',
    'ASK_AGAIN_MS',
    'innerCalls',
    'Asks',
    'look',
  ]);
  const declared = declaredNames({
    path: 'a.ts',
    text: 'type A = { b: 1; c(): 2 }; const { d, e: f, ...g } = h; function i([j], k = 1) { return (l) => class M { n = 1 } }',
  });
  expect([...declared].sort()).toEqual(['A', 'b', 'c', 'f', 'g', 'i', 'j', 'k', 'l', 'n']);
});

test('no declared name has a word that the glossary bans', () => {
  const paths = ['lib', 'components', 'app', 'bin'].flatMap((folder) => listFiles(join(ROOT, folder)));
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const found = sources.flatMap((source) => {
    const path = relative(ROOT, source);
    return [...declaredNames({ path, text: readFileSync(source, 'utf8') })].flatMap((name) => {
      const ban = findBan(name);
      return ban === undefined ? [] : [`${path}: ${name} (${ban})`];
    });
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
