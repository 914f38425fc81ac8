import { createConnection, type Socket } from 'node:net';

/** One keep-alive connection: sends one request at a time and reads the whole response. */
export type Client = Readonly<{
  ask(path: string, key: string): Promise<number>;
  close(): void;
}>;

const HEAD_END = Buffer.from('\r\n\r\n');

type Waiting = { resolve: (status: number) => void; reject: (error: Error) => void };

/** Connects to a local port. Supports responses with a content length, which all here have. */
export function openClient(port: number): Client {
  const socket: Socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
  let waiting: Waiting | undefined;
  let status = 0;
  let left = -1;
  const finish = () => {
    const { resolve } = waiting ?? {};
    waiting = undefined;
    left = -1;
    resolve?.(status);
  };
  socket.on('data', (chunk) => {
    if (left >= 0) {
      left -= chunk.length;
    } else {
      const end = chunk.indexOf(HEAD_END);
      const head = chunk.toString('latin1', 0, end);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined) {
        socket.destroy(new Error(`an answer without a length: ${head}`));
        return;
      }
      status = Number(head.slice(9, 12));
      left = Number(length) - (chunk.length - end - HEAD_END.length);
    }
    if (left === 0) finish();
  });
  const fail = (error?: Error) => {
    const { reject } = waiting ?? {};
    waiting = undefined;
    reject?.(error ?? new Error('the connection was closed'));
  };
  socket.on('error', fail);
  socket.on('close', () => fail());
  return {
    ask: (path, key) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n\r\n`);
      }),
    close: () => socket.destroy(),
  };
}
