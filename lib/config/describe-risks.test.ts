import { expect, test } from 'vitest';
import { loadConfig } from '../config';
import { describeRisks } from './describe-risks';

test.each([
  {},
  { RPC_URL: 'http://127.0.0.1:8545,http://192.168.1.5:8545,http://geth:8545,https://rpc.example' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://explorer.example', TRUSTED_PROXIES: '10.0.0.0/8' },
  { PUBLIC_URL: 'https://explorer.example' },
  { DATABASE_URL: 'postgres://a:b@db.example/a?sslmode=require', API_KEY: 'k'.repeat(20) },
])('%j is fine', (environment) => {
  expect(describeRisks(loadConfig(environment))).toEqual([]);
});

test.each([
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://explorer.example' }, /only this machine is a trusted proxy/],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /trusts every address/],
  [{ API_KEY: 'short-key' }, /^API_KEY is short((?!short-key).)*$/],
  [{ RPC_URL: 'http://rpc.example/path-key' }, /^RPC endpoint rpc\.example ((?!path-key).)*$/],
  [
    { DATABASE_URL: 'postgres://a:password@db.example/a' },
    /at db\.example is not encrypted((?!password).)*$/,
  ],
])('%j is a risk, named without the secret', (environment, text) => {
  expect(describeRisks(loadConfig(environment))).toEqual([expect.stringMatching(text)]);
});
