import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRateLimit } from '@/lib/api/gate/rate-limit';
import { hasDebianPackage } from '../support/debian-package';

const PROGRAM = '/usr/bin/redis-server';
const RULE = { name: 'test', requests: 10, seconds: 60 };

describe.skipIf(!hasDebianPackage('redis-server', PROGRAM))(
  'rate limits in Redis (Debian package redis-server)',
  () => {
    let folder: string;
    let server: ChildProcess;
    let clients: Redis[];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'astrolabe-redis-'));
      const socket = join(folder, 'redis.sock');
      server = spawn(PROGRAM, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
        stdio: 'ignore',
      });
      clients = [0, 1].map(() => {
        const client = new Redis(socket, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
        client.on('error', () => undefined);
        return client;
      });
      await vi.waitFor(() => Promise.all(clients.map((client) => client.ping())), { timeout: 60_000 });
    });
    afterAll(async () => {
      for (const client of clients) client.disconnect();
      if (server.exitCode === null && server.signalCode === null) {
        server.kill();
        await once(server, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    });

    test('two processes share one window; while Redis is gone each keeps one of its own', async () => {
      const reports: string[] = [];
      const heard = pino({ level: 'error' }, { write: (line: string) => reports.push(line) });
      const [one, other] = clients.map((redis) => createRateLimit({ redis, log: heard }));
      if (!one || !other) throw new Error('there are two clients');
      const counted = await Promise.all(
        Array.from({ length: 12 }, (_, at) => (at % 2 ? one : other)(RULE, 'caller')),
      );
      expect(counted.filter(({ isExceeded }) => isExceeded)).toHaveLength(2);
      expect(Math.min(...counted.map(({ remaining }) => remaining))).toBe(0);
      expect(counted.every(({ limit, resetMs }) => limit === 10 && resetMs > 0 && resetMs <= 60_000)).toBe(
        true,
      );
      expect(await one(RULE, 'another caller')).toMatchObject({ remaining: 9, isExceeded: false });
      server.kill('SIGKILL');
      await once(server, 'exit');
      const alone = [];
      for (let call = 0; call < 12; call += 1) alone.push(await one(RULE, 'caller'));
      expect(alone.map(({ isExceeded }) => isExceeded)).toEqual(
        Array.from({ length: 12 }, (_, at) => at >= 10),
      );
      expect(reports).toHaveLength(1);
    });
  },
);
