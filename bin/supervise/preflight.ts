import { createServer } from 'node:net';
import type { Config } from '@/lib/config';
import { prepareDataDir } from '@/lib/db/embedded-folder';
import { AppError, hasErrorCode } from '@/lib/errors';

/** Checks ports and directories before the start. Throws AppError `config` listing every problem, one per line. */
export async function preflight(config: Config): Promise<void> {
  const ports = config.apiIsElsewhere
    ? [{ name: 'PORT', port: config.port }]
    : [
        { name: 'PORT', port: config.port },
        { name: 'API_PORT', port: config.apiPort },
      ];
  const checks = [
    ...ports.map(({ name, port }) => checkPort(name, config.host, port)),
    checkFolder(config.dataDir),
  ];
  const problems = (await Promise.all(checks)).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new AppError('config', problems.join('\n'));
}

async function checkPort(name: string, host: string, port: number): Promise<string | undefined> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return undefined;
  if (code === 'EADDRINUSE')
    return `${name} ${port} is in use on ${host}: stop the program that uses it, or set ${name} to another port.`;
  if (code === 'EACCES')
    return `${name} ${port} is not permitted for this user: set ${name} to 1024 or more.`;
  return `HOST ${host} is not available (${code}): set it to an address of this machine.`;
}

async function checkFolder(path: string): Promise<string | undefined> {
  return prepareDataDir(path).then(
    () => undefined,
    (error) => {
      if (hasErrorCode(error, 'config')) return error.message;
      throw error;
    },
  );
}
