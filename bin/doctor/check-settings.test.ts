import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '@/lib/config';
import { checkFiles, checkSettings } from './check-settings';

const textsOf = (environment: Record<string, string>) =>
  checkSettings(loadConfig(environment)).map(({ level, text }) => `${level}: ${text}`);

test('the defaults are fine', () => {
  expect(textsOf({})).toEqual(['ok: valid']);
});

describe('fine', () => {
  test.each([
    [{ RPC_URL: 'http://127.0.0.1:8545,http://192.168.1.5:8545,http://geth:8545,https://rpc.example' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://explorer.example', TRUSTED_PROXIES: '10.0.0.0/8' }],
    [{ PUBLIC_URL: 'https://explorer.example' }],
    [{ DATABASE_URL: 'postgres://a:b@db.example/a?sslmode=require', API_KEY: 'k'.repeat(20) }],
  ])('%j', (environment) => {
    expect(textsOf(environment)).toEqual(['ok: valid']);
  });
});

describe('a warning', () => {
  test.each([
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://explorer.example' }, 'only this machine is a trusted proxy'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'trusts every address'],
    [{ PUBLIC_URL: 'http://explorer.example' }, 'is not https'],
    [{ API_KEY: 'secret' }, 'it can be guessed'],
    [{ RPC_URL: 'http://rpc.example/key' }, 'RPC endpoint rpc.example is asked over http'],
    [{ DATABASE_URL: 'postgres://a:b@db.example/a' }, 'is not encrypted'],
  ])('%j', (environment, text) => {
    expect(textsOf(environment)).toEqual([expect.stringMatching(new RegExp(`^warning: .*${text}`))]);
  });
});

test('no finding repeats a key or a password', () => {
  const environment = {
    RPC_URL: 'http://rpc.example/path-key',
    DATABASE_URL: 'postgres://a:password@db.example/a',
  };
  const findings = JSON.stringify(checkSettings(loadConfig({ ...environment, API_KEY: 'short-key' })));
  expect(findings).not.toMatch(/path-key|password@|short-key/);
});

describe('files with settings', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'astrolabe-doctor-'));
    await writeFile(join(folder, '.env'), 'API_KEY=x');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test.skipIf(process.platform === 'win32').each([
    [0o600, []],
    [0o640, ['other users of this machine can read .env']],
    [0o604, ['other users of this machine can read .env']],
  ])('of mode %o', async (mode, texts) => {
    await chmod(join(folder, '.env'), mode);
    expect((await checkFiles(folder)).map(({ text }) => text)).toEqual(texts);
  });
});
