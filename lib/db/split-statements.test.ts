import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitStatements } from './split-statements';

test.each([
  ['select 1; select 2;', ['select 1', 'select 2']],
  ["select ';', 'it''s;'; select \";\"", ["select ';', 'it''s;'", 'select ";"']],
  ['-- one; two\nselect 1 -- three; four\n, 2; -- the end;', ['-- one; two\nselect 1 -- three; four\n, 2']],
  ['/* ; */ select 1 - 2 / 3; select 4', ['/* ; */ select 1 - 2 / 3', 'select 4']],
  ['do $$ begin; end $$; do $a$ ; $$ ; $a$', ['do $$ begin; end $$', 'do $a$ ; $$ ; $a$']],
  ['-- nothing;\n', []],
])('%j', (text, statements) => {
  expect(splitStatements(text)).toEqual(statements);
});

test('the statements of each migration are all of its text', () => {
  for (const kind of ['chain', 'gateway']) {
    const folder = new URL(`./migrations/${kind}/`, import.meta.url);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const statements = splitStatements(text);
      const squeeze = (part: string) => part.replace(/--[^\n]*/g, '').replace(/[\s;]/g, '');
      expect(squeeze(statements.join('')), name).toBe(squeeze(text));
      for (const statement of statements)
        expect(statement.replace(/--[^\n]*\n/g, '').trim(), name).toMatch(
          /^(create|alter|drop|insert|update|delete|select)\b/,
        );
    }
  }
});
