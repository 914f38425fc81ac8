import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '@/test/support/provide';
import { until } from '@/test/support/until';
import { type WatchedArtifacts, watchArtifacts } from './watch-artifacts';

const log = createLog({ name: 'test', level: 'silent' });
const stopping = new AbortController();
const abiOf = (name: string) => JSON.stringify([{ type: 'function', name, inputs: [] }]);
const home = provideFolder('astrolabe-watch-');
let folder: string;
let watched: WatchedArtifacts;

beforeAll(async () => {
  folder = join(home, 'out');
  mkdirSync(folder);
  writeFileSync(join(folder, 'First.json'), abiOf('first'));
  watched = await watchArtifacts(folder, { log, signal: stopping.signal });
});
afterAll(async () => {
  stopping.abort();
  await watched.ended;
});

const namesNow = () => watched.items.map((item) => ('name' in item ? item.name : ''));
const untilNames = (...names: string[]) =>
  until(`the names ${names}`, () => namesNow().join() === names.join());

test('files that come, also in new folders, and those half written are read when they are whole', async () => {
  expect(namesNow()).toEqual(['first']);
  mkdirSync(join(folder, 'Deep.sol'));
  writeFileSync(join(folder, 'Deep.sol/Deep.json'), abiOf('deep').slice(0, 20));
  writeFileSync(join(folder, 'Second.json'), abiOf('second'));
  await untilNames('first', 'second');
  writeFileSync(join(folder, 'Deep.sol/Deep.json'), abiOf('deep'));
  await untilNames('deep', 'first', 'second');
  rmSync(join(folder, 'Second.json'));
  await untilNames('deep', 'first');
});

test('while the folder is away what it held stays, and what replaces it is read', async () => {
  renameSync(folder, join(home, 'away'));
  mkdirSync(join(home, 'next'));
  writeFileSync(join(home, 'next/Third.json'), abiOf('third'));
  expect(namesNow()).toEqual(['deep', 'first']);
  renameSync(join(home, 'next'), folder);
  await untilNames('third');
});
