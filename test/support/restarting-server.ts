import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A PostgreSQL in front of another one, which can be made to seem to restart. */
export type RestartingServer = Readonly<{
  url: string;
  port: number;
  /** Cuts all connections, and refuses the next ones with these SQLSTATEs. */
  restart(...states: string[]): void;
  /** How many connections were refused. */
  refused(): number;
}>;

/** Leads connections to the server of `target` until the test ends. */
export async function startRestartingServer(target: string): Promise<RestartingServer> {
  const behind = new URL(target);
  const open = new Set<Socket>();
  const refusals: string[] = [];
  let count = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    const state = refusals.shift();
    if (state === undefined) {
      const upstream = connect(Number(behind.port), behind.hostname);
      upstream.on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
      return;
    }
    count += 1;
    client.once('data', () => client.end(refusal(state)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const url = new URL(target);
  url.port = String(address.port);
  return {
    url: url.href,
    port: address.port,
    restart: (...states) => {
      refusals.push(...states);
      for (const socket of open) socket.destroy();
    },
    refused: () => count,
  };
}

/** An ErrorResponse of PostgreSQL's protocol. */
function refusal(state: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mthe database system is restarting\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
