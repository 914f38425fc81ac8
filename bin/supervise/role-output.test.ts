import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRoleOutput, createSupervisorLog, describeLine } from './role-output';

const WARN = 40;
const record = (level: number, rest: object = {}) => JSON.stringify({ level, msg: 'text', ...rest });

describe('of a line is shown', () => {
  test.each([
    ['a warning', record(40), 'warn: text'],
    ['an error, with what caused it', record(50, { error: { message: 'cause' } }), 'error: text (cause)'],
    ['an error that is its own text once', record(50, { error: { message: 'text' } }), 'error: text'],
    ['a crash', 'TypeError: x is not a function', 'TypeError: x is not a function'],
    ['what only looks like a record', '{"level":', '{"level":'],
  ])('%s', (_, line, shown) => {
    expect(describeLine(line, 'log', WARN)).toBe(shown);
  });

  test.each([
    ['information', record(30), 'log'],
    ['chatter of a library', 'Compiled in 3 ms', 'chatter'],
  ] as const)('nothing of %s', (_, line, kind) => {
    expect(describeLine(line, kind, WARN)).toBeUndefined();
  });
});

describe('the file of a role', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'astrolabe-output-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('holds every line, and the console those of the level', async () => {
    const shown: string[] = [];
    const file = join(folder, 'api.log');
    const show = (line: string) => shown.push(line);
    const output = createRoleOutput({ role: 'api', file, level: 'info', show });
    const stream = new PassThrough();
    output.attach(stream, 'log');
    stream.end(`${record(30)}\n${record(40)}\nodd\n`);
    await expect.poll(() => shown).toEqual(['[api] warn: text', '[api] odd']);
    output.close();
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(`${record(30)}\n${record(40)}\nodd\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is followed by another when it is full, and the one before the last is gone', async () => {
    const file = join(folder, 'web.log');
    const output = createRoleOutput({ role: 'web', file, level: 'silent', show: () => undefined });
    const stream = new PassThrough();
    output.attach(stream, 'chatter');
    const line = 'x'.repeat(999_999);
    for (let written = 0; written < 12; written += 1) stream.write(`${line}\n`);
    stream.end('last\n');
    await expect.poll(() => readFileSync(file, 'utf8').endsWith('last\n')).toBe(true);
    output.close();
    expect(statSync(`${file}.1`).size).toBe(5_000_000);
    expect(statSync(file).size).toBe(2_000_005);
  });

  test('of the supervisor holds no secret', async () => {
    const shown: string[] = [];
    const config = {
      logLevel: 'info',
      secrets: ['https://node.example/secret-key'],
    };
    const log = createSupervisorLog(config, (line) => shown.push(line), join(folder, 'supervisor.log'));
    log.warn({ url: 'https://node.example/secret-key' }, 'no answer of https://node.example/secret-key');
    expect(shown).toEqual(['warn: no answer of <node.example>']);
    await expect
      .poll(() => readFileSync(join(folder, 'supervisor.log'), 'utf8'))
      .toMatch(/^\{.*<node\.example>.*\}\n$/);
  });
});
