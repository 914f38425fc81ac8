import { expect, test } from 'vitest';
import { environmentOf } from './role-environment';

const given = {
  NODE_ENV: 'production' as const,
  DATABASE_URL: 'postgres://secret',
  DATABASE_REPLICA_URL: 'postgres://secret',
  REDIS_URL: 'redis://secret',
  RPC_URL: 'https://node.example/secret',
  CHAINS_FILE: 'secret.json',
  API_KEY: 'the key of the pages',
};

test('web gets no address of a database, a node or Redis, and none from .env', () => {
  const environment = environmentOf('web', given);
  expect(JSON.stringify(environment)).not.toContain('secret');
  // deleted, they would be restored from .env
  expect(Object.keys(environment)).toEqual(Object.keys(given));
  expect(environment.API_KEY).toBe(given.API_KEY);
});

test('the other roles get all', () => {
  expect(environmentOf('api', given)).toEqual(given);
  expect(environmentOf('indexer', given)).toEqual(given);
});
