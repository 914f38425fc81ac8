import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { readEnvironment } from '@/lib/config';
import { AppError } from '@/lib/errors';

/**
 * The anvil to run: ANVIL_BIN, else the npm package's binary for this platform, else `anvil` on the PATH. Throws
 * AppError `config` with instructions when there is none.
 */
export function resolveAnvil(environment = readEnvironment()): string {
  const given = environment.ANVIL_BIN;
  if (given) {
    if (isExecutable(given)) return given;
    throw new AppError('config', `ANVIL_BIN is ${given}, which is not executable: correct the path.`);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const npmPackage = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.map((folder) => join(folder, `anvil${suffix}`));
  const found = [resolvePackaged(`${npmPackage}/bin/anvil${suffix}`), ...onPath].find(isExecutable);
  if (found !== undefined) return found;
  throw new AppError(
    'config',
    `The demo chain needs anvil: run "npm install --no-save ${npmPackage}@1.7.1" or set ANVIL_BIN, or set RPC_URL to index another chain.`,
  );
}

function resolvePackaged(path: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(path);
  } catch {
    return undefined;
  }
}

function isExecutable(path: string | undefined): path is string {
  if (path === undefined) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
