import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { afterEach, expect, test } from 'vitest';
import { nameEndpoints, translateSentence } from '@/lib/format/api-sentences';
import { readLanguages } from '@/lib/language/read-languages';
import { ROOT } from './support/source-tree';

const german = readLanguages(`${ROOT}/locales`).languages.find(({ code }) => code === 'de');

afterEach(() => {
  globalThis.languages = undefined;
});

function speakGerman(): void {
  globalThis.languages = { codes: ['en', 'de'], ofBrowser: [], current: () => german };
}

/** Files that say sentences to pages, and how these begin and end there. */
const SENTENCE = /^[A-Z]\S* .*\.$/s;
const SOURCES: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['lib/evm/explain-failure.ts', SENTENCE],
  ['lib/evm/explain-silence.ts', SENTENCE],
  ['lib/api/loaders/transaction-failure.ts', SENTENCE],
  ['lib/api/loaders/call-tree.ts', SENTENCE],
  ['lib/api/loaders/net-change.ts', SENTENCE],
  ['lib/api/handlers/internal-transaction.ts', SENTENCE],
  ['lib/api/handlers/call-tree.ts', SENTENCE],
  ['lib/api/handlers/state-change.ts', SENTENCE],
  ['lib/api/handlers/approval.ts', SENTENCE],
  ['lib/api/present/verification.ts', SENTENCE],
  ['lib/verification/verify-contract.ts', SENTENCE],
  ['lib/verification/check-source.ts', SENTENCE],
  ['lib/verification/run-check.ts', SENTENCE],
  ['lib/client/call.ts', SENTENCE],
  ['lib/client/call-contract.ts', SENTENCE],
  ['lib/client/read-bounded.ts', SENTENCE],
  // reasons, in the middle of a sentence of the page
  ['lib/proof/prove-block.ts', /^[a-zX]\w* .* /],
  ['lib/proof/receipt-fields.ts', /^[a-zX]\w* .* /],
];

/** Those that no page shows, and two that are several of the set, of which the next test has one each. */
const OTHERS = [
  'The node did not answer in time. Try again in a moment.',
  'No node gives the code of a contract that is to be verified.',
  'The sources have no X.',
  'The API cannot answer at the moment. Try again in X.',
];

/** The string and template literals of a file; what a template puts in is `X`. */
function literalsOf(path: string): string[] {
  const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value);
    },
    TemplateLiteral: ({ quasis }) => {
      found.push(quasis.map(({ value }) => value.cooked ?? '').join('X'));
    },
  }).visit(program);
  return found;
}

test.each(SOURCES)('every sentence of %s has a translation', (path, pattern) => {
  speakGerman();
  const sentences = literalsOf(path).filter((text) => pattern.test(text) && !OTHERS.includes(text));
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter((text) => translateSentence(text) === undefined)).toEqual([]);
});

test('values stand where they belong, the more fixed of two sentences is taken', () => {
  speakGerman();
  expect(translateSentence('Out of gas: the limit was 21,000, and 20,999 was used.')).toBe(
    'Das Gas ging aus: Das Limit war 21.000, und 20.999 wurde verbraucht.',
  );
  expect(translateSentence('The sources have no contract with code.')).toBe(
    'Die Quellen haben keinen Contract mit Code.',
  );
  expect(translateSentence('The sources have no contract Vault.')).toBe(
    'Die Quellen haben keinen Contract Vault.',
  );
  expect(translateSentence('the node omits gasPrice of transaction 3')).not.toMatch(/of transaction/);
  expect(translateSentence('The API cannot answer at the moment. Try again in 5 seconds.')).toBe(
    'Die API kann gerade nicht antworten. Versuche es in 5 Sekunden noch einmal.',
  );
  expect(translateSentence('the node omits status or cumulativeGasUsed of receipt 3')).toBe(
    'der Node lässt status oder cumulativeGasUsed von Receipt 3 weg',
  );
});

test('a sentence that is not of the set is not translated, and none in English', () => {
  expect(translateSentence('execution reverted')).toBe('execution reverted');
  speakGerman();
  expect(translateSentence('execution reverted')).toBeUndefined();
  expect(translateSentence('The contract is paused. Or not.')).toBeUndefined();
  expect(translateSentence('')).toBeUndefined();
});

test('an endpoint without a name of the operator is named in the language', () => {
  speakGerman();
  expect(nameEndpoints(['endpoint 1 of 2', 'geth in Vienna'])).toBe('Endpunkt 1 von 2, geth in Vienna');
  expect(nameEndpoints([])).toBe('');
});
