import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { registerChains } from '@/lib/db/register-chains';
import { findFreePort } from '@/lib/free-port';
import { createBranchingNode } from '../support/branching-node';
import { createTestDatabase } from '../support/database';
import { openChain } from '../support/indexer-harness';
import { startLyingNode } from '../support/lying-node';
import { writePlainBlocks } from '../support/plain-chain';
import { startProgram } from '../support/programs';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

let folder: string;
let environment: Record<string, string>;
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-problems-'));
  environment = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await findFreePort()),
    API_PORT: String(await findFreePort()),
  };
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the supervisor, which must exit with code 2; returns its output by line. */
async function refusal(given: Record<string, string>): Promise<string[]> {
  const program = startProgram('supervise', { ...environment, ...given });
  expect(await program.ended, program.output()).toBe(2);
  const errors = program.output().match(/^Error: .*$/gm) ?? [];
  return errors.map((line) => line.slice('Error: '.length));
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  address !== null && typeof address !== 'string';

/** A node of a chain, with the methods that the start needs. */
const node = (chainId: number, hash: string) =>
  listen(
    createHttpServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { id, method } = JSON.parse(body);
        const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : { hash };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    }),
  );

describe('a start is refused with one sentence a problem', () => {
  test('for every wrong variable at once', async () => {
    const said = await refusal({ PORT: '70000', LOG_LEVEL: 'loud', RPC_URL: 'nonsense' });
    expect(said.map((line) => line.split(' ')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'RPC_URL']);
  });

  test('for both ports in use', async () => {
    const [web, api] = [await listen(createServer()), await listen(createServer())];
    expect(await refusal({ PORT: String(web), API_PORT: String(api) })).toEqual([
      `PORT ${web} is in use on 127.0.0.1: stop the program that uses it, or set PORT to another port.`,
      `API_PORT ${api} is in use on 127.0.0.1: stop the program that uses it, or set API_PORT to another port.`,
    ]);
  });

  test('for an address that is not of this machine', async () => {
    const said = await refusal({ HOST: '192.0.2.1' });
    expect(new Set(said)).toEqual(
      new Set(['HOST 192.0.2.1 is not available (EADDRNOTAVAIL): set it to an address of this machine.']),
    );
  });

  test('for a DATA_DIR that is a file', async () => {
    const DATA_DIR = join(folder, 'file');
    await writeFile(DATA_DIR, '');
    expect(await refusal({ DATA_DIR })).toEqual([expect.stringContaining(`DATA_DIR ${DATA_DIR} cannot be`)]);
  });

  // root may write anywhere: test/start/ordinary-user.system.test.ts covers this as another user
  test.runIf(process.getuid?.() !== 0)('for a DATA_DIR that this user may not write to', async () => {
    await chmod(folder, 0o500);
    expect(await refusal({})).toEqual([
      expect.stringContaining(`DATA_DIR ${join(folder, 'data')} cannot be written to`),
    ]);
    await chmod(folder, 0o700);
  });

  test('for a dead RPC_URL, without its key', async () => {
    const port = await findFreePort();
    const said = await refusal({ RPC_URL: `http://127.0.0.1:${port}/v3/secret-key` });
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`RPC_URL cannot be used: 127.0.0.1:${port} .*start the node`)),
    ]);
    expect(said.join()).not.toContain('secret-key');
  });

  test('for an RPC_URL that answers HTML', async () => {
    const port = await listen(createHttpServer((_, response) => response.end('<html>hello</html>')));
    const said = await refusal({ RPC_URL: `http://127.0.0.1:${port}` });
    expect(said).toEqual([expect.stringMatching(/RPC_URL cannot be used: .*the response is not JSON/)]);
  });

  test('for a database that does not answer, without its password', async () => {
    const port = await findFreePort();
    const said = await refusal({
      RPC_URL: `http://127.0.0.1:${await node(1, `0x${'11'.repeat(32)}`)}`,
      DATABASE_URL: `postgres://user:hidden-word@127.0.0.1:${port}/x`,
    });
    expect(said).toEqual([
      expect.stringMatching(/database at 127.0.0.1:\d+ cannot be used.*correct DATABASE_URL/),
    ]);
    expect(said.join()).not.toContain('hidden-word');
  });

  test('for a node of another chain than CHAINS_FILE says', async () => {
    const port = await node(5, `0x${'11'.repeat(32)}`);
    const CHAINS_FILE = join(folder, 'chains.json');
    await writeFile(CHAINS_FILE, JSON.stringify([{ id: 1, rpc: [`http://127.0.0.1:${port}`] }]));
    expect(await refusal({ CHAINS_FILE })).toEqual([
      expect.stringMatching(/CHAINS_FILE, chain 1: 127.0.0.1:\d+ is a node of chain 5/),
    ]);
  });
});

describe('a database that holds chain 1', () => {
  const HASH = `0x${'22'.repeat(32)}`;

  async function refusedWith(chainId: number, hash: string): Promise<string[]> {
    const database = await createTestDatabase();
    try {
      await migrateGateway(database.sql);
      const known = { name: 'One', symbol: 'ETH', firstBlock: 0, isDemo: false, fheExecutor: null };
      const firstBlockHash = Buffer.from(HASH.slice(2), 'hex');
      await registerChains(database.sql, [{ ...known, chainId: 1, firstBlockHash }]);
      const port = await node(chainId, hash);
      return await refusal({ RPC_URL: `http://127.0.0.1:${port}`, DATABASE_URL: database.url });
    } finally {
      await database.drop();
    }
  }

  test('refuses RPC_URL of another chain, and names the ways out', async () => {
    expect(await refusedWith(5, HASH)).toEqual([
      expect.stringMatching(/chain 5, but the database holds chain 1: .*CHAINS_FILE.*DATA_DIR/),
    ]);
  });

  test('refuses another chain of the same id, and names the ways out', async () => {
    expect(await refusedWith(1, `0x${'33'.repeat(32)}`)).toEqual([
      expect.stringMatching(/chain 1 is not the one that the database holds.*--drop 1/),
    ]);
  });

  test('serves the blocks that it has of it meanwhile, whatever the node answers', async () => {
    const database = await createTestDatabase();
    const other = createBranchingNode(3);
    const server = await startLyingNode(other.send);
    try {
      const db = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
      const firstBlockHash = Buffer.from(HASH.slice(2), 'hex');
      const known = { name: 'One', symbol: 'ETH', firstBlock: 0, isDemo: false, fheExecutor: null };
      await registerChains(database.sql, [{ ...known, chainId: SYNTHETIC_CHAIN_ID, firstBlockHash }]);
      await writePlainBlocks(db, [{ number: 0, timestamp: 1, transactions: [] }]);
      const given = { RPC_URL: server.url, DATABASE_URL: database.url };
      const program = startProgram('supervise', { ...environment, ...given });
      await program.untilSaid(/Serving what is indexed.*another block 0/);
      const api = `http://127.0.0.1:${environment.API_PORT}`;
      const isReady = () =>
        fetch(`${api}/readyz`).then(
          ({ ok }) => (ok ? true : undefined),
          () => undefined,
        );
      await until('the api', isReady);
      const blocks = await fetch(`${api}/api/v2/blocks`);
      expect(await blocks.json()).toMatchObject({ items: [{ height: 0 }] });
      await program.untilSaid(/cannot index this chain yet/);
      program.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    } finally {
      await server.stop();
      await database.drop();
    }
  });
});
