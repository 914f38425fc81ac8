import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '@/lib/config';
import { problemsOf } from '@/test/support/config-problems';

const folder = mkdtempSync(join(tmpdir(), 'astrolabe-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function chainsFile(content: unknown): string {
  const path = join(folder, 'chains.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('defaults', () => {
  test('nothing set means the demo chain, on loopback, with our own api', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      chains: [],
      databaseUrl: undefined,
      host: '127.0.0.1',
      port: 3000,
      apiPort: 4000,
      apiUrl: 'http://127.0.0.1:4000',
      apiIsElsewhere: false,
      publicUrl: 'http://localhost:3000',
      trustedProxies: ['127.0.0.0/8', '::1'],
      logLevel: 'info',
    });
    expect(config.dataDir).toMatch(/[/\\]\.data$/);
    expect(Object.isFrozen(config)).toBe(true);
  });

  test("compilers come from npm's registry, from another one, or from none", () => {
    const fetched = (url: string) => loadConfig({ VERIFICATION: 'on', COMPILERS_URL: url }).verification;
    expect(fetched('')?.compilersUrl).toMatch(/^https:\/\/registry\.npm/);
    expect(fetched('https://registry.example/')?.compilersUrl).toBe('https://registry.example');
    expect(fetched('off')).toMatchObject({ compilersUrl: undefined });
    expect(loadConfig({}).verification).toBeUndefined();
    expect(problemsOf({ COMPILERS_URL: 'none' })).toMatchObject([expect.stringContaining('or off')]);
  });

  test('an empty variable counts as not set', () => {
    expect(loadConfig({ PORT: ' ', RPC_URL: '' })).toMatchObject({ port: 3000, chains: [] });
  });
});

describe('one chain', () => {
  test('the endpoints of RPC_URL keep their order; block 0 is a height', () => {
    const [chain] = loadConfig({
      RPC_URL: 'https://a.example/k, https://b.example',
      END_BLOCK: '0',
    }).chains;
    expect(chain).toMatchObject({
      id: undefined,
      rpcUrls: ['https://a.example/k', 'https://b.example'],
      startBlock: 0,
      endBlock: 0,
    });
  });

  test('API_URL names a service elsewhere, its trailing slash is no part of it', () => {
    expect(loadConfig({ API_URL: 'https://api.example/' })).toMatchObject({
      apiUrl: 'https://api.example',
      apiIsElsewhere: true,
    });
  });
});

const FEED = `0x${'01'.repeat(20)}`;

describe('several chains', () => {
  const RPC = ['https://a.example'];
  const OWN = 'postgres://own.example/own';

  test('a chain may have a database of its own, whose password is never logged', () => {
    const database = 'postgres://me:secret-of-one@own.example/own';
    const replica = 'postgres://me:secret-of-two@other.example/own';
    const CHAINS_FILE = chainsFile([{ id: 1, rpc: RPC, database, replica }]);
    const config = loadConfig({ CHAINS_FILE });
    expect(config.chains).toMatchObject([{ database, replica }]);
    expect(config.secrets).toEqual(expect.arrayContaining([database, replica]));
  });

  test('CHAINS_FILE lists them with all that one may say', () => {
    const executor = `0x${'aB'.repeat(20)}`;
    const token = `0x${'cD'.repeat(20)}`;
    const wrapped = `0x${'eF'.repeat(20)}`;
    const prices = {
      coin: { feed: executor },
      wrapped: [wrapped],
      tokens: { [token]: { pool: executor, maxAge: 60 } },
    };
    const CHAINS_FILE = chainsFile([
      { id: 1, rpc: ['https://a.example'] },
      {
        id: 2,
        name: 'Two',
        symbol: 'TWO',
        rpc: ['https://b.example'],
        startBlock: 5,
        fhe: { executor },
        prices,
      },
    ]);
    expect(loadConfig({ CHAINS_FILE }).chains).toEqual([
      {
        id: 1,
        name: undefined,
        symbol: undefined,
        rpcUrls: ['https://a.example'],
        startBlock: 0,
        endBlock: undefined,
        fheDeployments: undefined,
        prices: [],
        dev: 'off',
      },
      {
        id: 2,
        name: 'Two',
        symbol: 'TWO',
        rpcUrls: ['https://b.example'],
        startBlock: 5,
        endBlock: undefined,
        fheDeployments: [
          {
            ...{ name: 'fhEVM', executor, acl: null, hcuLimit: null, kmsVerifier: null },
            ...{ inputVerifier: null, protocolConfig: null, bridge: null },
          },
        ],
        prices: [
          { asset: null, kind: 'feed', contract: executor, maxAge: 90_000 },
          { asset: wrapped, kind: 'feed', contract: executor, maxAge: 90_000 },
          { asset: token, kind: 'pool', contract: executor, maxAge: 60 },
        ],
        dev: 'off',
      },
    ]);
  });

  test('only one endpoint on loopback may be a development node, by whatever DEV says', () => {
    const rpcs = [
      ['http://127.0.0.1:8545'],
      ['http://[::1]:8545'],
      ['http://localhost:8545'],
      ['http://127.0.0.1:8545', 'http://127.0.0.1:8546'],
      ['http://127.0.0.1.example'],
      ['http://192.168.0.1:8545'],
    ];
    const CHAINS_FILE = chainsFile(rpcs.map((rpc, at) => ({ id: at + 1, rpc })));
    const devOf = (DEV?: string) => loadConfig({ CHAINS_FILE, DEV }).chains.map(({ dev }) => dev);
    expect(devOf()).toEqual(['auto', 'auto', 'auto', 'off', 'off', 'off']);
    expect(devOf('on')).toEqual(['on', 'on', 'on', 'off', 'off', 'off']);
    expect(devOf('1')).toEqual(devOf());
    expect(devOf('off')).toEqual(Array(6).fill('off'));
  });

  test.each([
    ['no JSON', '{', /cannot be read as JSON/],
    ['no chain', [], /at \[\]/],
    ['no rpc', [{ id: 1 }], /at \[0\.rpc\]/],
    ['an unknown field', [{ id: 1, rpc: ['https://a.example'], rcp: 1 }], /at \[0\]/],
    ['an id twice', [1, 1].map((id) => ({ id, rpc: ['https://a.example'] })), /has a chain ID twice/],
    ['a replica without its database', [{ id: 1, rpc: RPC, replica: OWN }], /replica is of database/],
    [
      'a database of another kind',
      [{ id: 1, rpc: RPC, database: 'mysql://a.example/a' }],
      /database.*postgres:/,
    ],
    [
      'one database with and without a replica',
      [
        { id: 1, rpc: RPC, database: OWN, replica: OWN },
        { id: 2, rpc: RPC, database: OWN },
      ],
      /chains 1 and 2 share a database/,
    ],
    [
      'an end below the start',
      [{ id: 1, rpc: ['https://a.example'], startBlock: 2, endBlock: 1 }],
      /endBlock/,
    ],
    [
      'a token with two prices',
      [
        {
          id: 1,
          rpc: ['https://a.example'],
          prices: {
            tokens: Object.fromEntries(['aa', 'AA'].map((byte) => [`0x${byte.repeat(20)}`, { feed: FEED }])),
          },
        },
      ],
      /has a token twice/,
    ],
    [
      'a wrapped coin with a price of its own',
      [
        {
          id: 1,
          rpc: ['https://a.example'],
          prices: { coin: { feed: FEED }, wrapped: [FEED], tokens: { [FEED]: { feed: FEED } } },
        },
      ],
      /has a token twice/,
    ],
    [
      'a wrapped coin without the feed of the coin',
      [{ id: 1, rpc: ['https://a.example'], prices: { wrapped: [FEED] } }],
      /whose feed is missing/,
    ],
    [
      'a price of no contract',
      [{ id: 1, rpc: ['https://a.example'], prices: { coin: { feed: 'ETH' } } }],
      /\[0\.prices\.coin\.feed\]/,
    ],
  ])('%s is a problem', (_, content, expected) => {
    const problems = problemsOf({ CHAINS_FILE: chainsFile(content) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('a file that is not there is named', () => {
    expect(problemsOf({ CHAINS_FILE: '/nowhere/chains.json' })[0]).toContain('/nowhere/chains.json');
  });
});

describe('problems', () => {
  test('all are told at once, each with its variable', () => {
    const problems = problemsOf({
      RPC_URL: 'ftp://a.example',
      PORT: '70000',
      API_PORT: '0x10',
      START_BLOCK: '-1',
      LOG_LEVEL: 'loud',
      API_KEY: 'two words',
    });
    const names = problems.map((problem) => problem.split(' ')[0]).sort();
    expect(names).toEqual(['API_KEY', 'API_PORT', 'LOG_LEVEL', 'PORT', 'RPC_URL', 'START_BLOCK']);
  });

  test('a wrong variable does not hide a contradiction between two others', () => {
    const problems = problemsOf({ LOG_LEVEL: 'loud', PORT: '80', API_PORT: '80' });
    expect(problems).toHaveLength(2);
    expect(problems[1]).toContain('PORT and API_PORT are both 80');
  });

  test.each([
    [{ RPC_URL: 'https://a.example', CHAINS_FILE: '/nowhere' }, 'both set'],
    [{ RPC_URL: 'https://a.example', START_BLOCK: '9', END_BLOCK: '8' }, 'END_BLOCK is below START_BLOCK'],
    [{ PARTITION_BLOCKS: '0' }, 'PARTITION_BLOCKS must be a whole number from 1000 to 1000000000'],
    [{ RPC_URL: ',' }, 'RPC_URL must contain at least one URL'],
  ])('%o is refused', (environment, sentence) => {
    expect(problemsOf(environment)[0]).toContain(sentence);
  });
});

test('what must not be logged is listed: addresses with credentials and the key, but no short word', () => {
  const environment = {
    RPC_URL: 'https://node.example/v1/secret,https://b.example',
    DATABASE_URL: 'postgres://user:password@db.example/x',
    REDIS_URL: 'redis://:password@redis.example',
    API_KEY: 'k',
  };
  expect(loadConfig(environment).secrets.toSorted()).toEqual(
    [environment.DATABASE_URL, environment.REDIS_URL, ...environment.RPC_URL.split(',')].toSorted(),
  );
});

test('relayers are by chain ID, and nothing that would end a policy of the pages', () => {
  const FHE_RELAYERS = '1=https://relayer.example/v2/, 31337 = http://127.0.0.1:3001';
  expect(loadConfig({ FHE_RELAYERS }).fheRelayers).toEqual({
    1: 'https://relayer.example/v2',
    31337: 'http://127.0.0.1:3001',
  });
  expect(loadConfig({}).fheRelayers).toEqual({});
  const url = 'https://relayer.example';
  for (const wrong of [
    url,
    `1=${url};img-src`,
    `1=${url}/?a`,
    `1=${url} *`,
    `1=https://a:b@c`,
    `1=${url},1=${url}`,
  ])
    expect(problemsOf({ FHE_RELAYERS: wrong }), wrong).toHaveLength(1);
});
