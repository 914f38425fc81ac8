import { expect, test } from 'vitest';
import { readCommand } from './read-command';

const read = (line: string) => readCommand(line.split(' ').filter(Boolean));

test('each command with what it needs', () => {
  expect(read('create acme')).toEqual({ name: 'create', key: 'acme', plan: 'free' });
  expect(read('create --plan pro acme')).toEqual({ name: 'create', key: 'acme', plan: 'pro' });
  expect(read('list')).toEqual({ name: 'list', withRevoked: false });
  expect(read('list --all')).toEqual({ name: 'list', withRevoked: true });
  expect(read('revoke acme')).toEqual({ name: 'revoke', key: 'acme' });
  expect(read('plan acme builder')).toEqual({ name: 'plan', key: 'acme', plan: 'builder' });
  expect(read('usage')).toEqual({ name: 'usage', key: undefined, days: 30 });
  expect(read('usage --days 1 --key acme')).toEqual({ name: 'usage', key: 'acme', days: 1 });
  expect(read('revoke --help')).toEqual({ name: 'help' });
});

test.each([
  ['', 'Missing command'],
  ['frobnicate', 'Unknown command frobnicate'],
  ['constructor', 'Unknown command constructor'],
  ['create', 'create takes NAME;'],
  ['create a b', 'create takes NAME;'],
  ['plan acme', 'plan takes NAME and PLAN;'],
  ['list acme', 'list takes no arguments;'],
  ['list --days 3', 'list does not take --days;'],
  ['list --frob', "Invalid arguments (Unknown option '--frob')"],
  ['usage --days', 'Invalid arguments'],
  ['usage --days 0', '--days takes a whole number from 1 to 400'],
  ['usage --days 1e3', '--days takes a whole number from 1 to 400'],
  ['usage --days 99999', '--days takes a whole number from 1 to 400'],
])('"%s" is refused with a sentence', (line, sentence) => {
  expect(() => read(line)).toThrow(sentence);
});
