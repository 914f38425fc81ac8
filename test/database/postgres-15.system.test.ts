import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, chooseAccount, spawnAs, waitForExit } from '@/lib/db/embedded-account';
import { dropChain, migrateChain, migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { registerChains } from '@/lib/db/register-chains';
import { findFreePort } from '@/lib/free-port';
import { hasDebianPackage } from '../support/debian-package';
import { until } from '../support/until';

const ROOT = '/usr/lib/postgresql/15';
const hasPostgres = hasDebianPackage('postgresql-15', `${ROOT}/bin/postgres`);

describe.skipIf(!hasPostgres)("the oldest PostgreSQL (Debian's postgresql-15)", () => {
  let folder: string;
  let server: ChildProcess;
  let sql: Sql;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'astrolabe-postgres-15-'));
    const account = await chooseAccount(folder, { root: ROOT, version: '15', major: 15 });
    const port = await findFreePort();
    server = await startServer(account, port);
    sql = openPool({ url: `postgres://astrolabe@127.0.0.1:${port}/postgres`, connections: 2, name: 'test' });
    await until('PostgreSQL 15', () => sql`select 1`.catch(() => undefined));
  });
  afterAll(async () => {
    await sql?.end({ timeout: 1 });
    server?.kill('SIGINT');
    if (server) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  async function startServer(account: Account, port: number): Promise<ChildProcess> {
    const data = join(account.home, 'data');
    const initdb = [`${ROOT}/bin/initdb`, '-D', data, '-U', 'astrolabe', '--no-sync', '--auth', 'trust'];
    expect(await waitForExit(spawnAs(account, initdb, { stdio: 'ignore', cwd: '/' }))).toBe(0);
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'fsync=off',
    ];
    const postgres = [`${ROOT}/bin/postgres`, '-D', data, '-p', String(port), ...settings];
    return spawnAs(account, postgres, { stdio: 'ignore', cwd: '/' });
  }

  test('is one', async () => {
    const [row] = await sql`show server_version_num`;
    expect(Number(row?.server_version_num)).toBeGreaterThanOrEqual(150_000);
    expect(Number(row?.server_version_num)).toBeLessThan(160_000);
    expect(execFileSync(`${ROOT}/bin/postgres`, ['--version'], { encoding: 'utf8' })).toContain(' 15.');
  });

  test('is migrated, holds chains and gives them up', async () => {
    await migrateGateway(sql);
    await migrateGateway(sql);
    const chain = { name: 'One', symbol: 'ETH', firstBlock: 0, isDemo: false, fheExecutor: null };
    await registerChains(sql, [{ ...chain, chainId: 1, firstBlockHash: Buffer.alloc(32, 1) }]);
    await Promise.all([migrateChain(sql, 1), migrateChain(sql, 1)]);
    expect(await sql`select count(*) as blocks from chain_1.blocks`).toEqual([{ blocks: 0 }]);
    expect(await dropChain(sql, 1)).toBe(true);
  });
});
