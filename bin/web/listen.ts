import { once } from 'node:events';
import type { Server } from 'node:http';
import { AppError } from '@/lib/errors';

/** Listens on the configured address. Throws AppError `config` with instructions if it cannot. */
export async function listen(server: Server, address: { host: string; port: number }): Promise<void> {
  const { host, port } = address;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new AppError('config', explain(cause, address), { cause });
  }
}

function explain(cause: unknown, { host, port }: { host: string; port: number }): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that uses it, or set PORT to another port.`;
  if (code === 'EACCES') return `Port ${port} is not permitted for this user: set PORT to 1024 or more.`;
  return `HOST ${host} is not an address of this machine: correct or remove it.`;
}
