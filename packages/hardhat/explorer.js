import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { explorerUrl, isReady } from './url.js';

/** Says where the explorer runs, or runs it until it is stopped. */
export default async (_, { config }) => {
  if (await isReady()) {
    console.log(`The explorer is at ${explorerUrl}`);
    return;
  }
  const child = spawn('npx', ['--no-install', 'astrolabe-explorer', 'dev', '.'], {
    cwd: config.paths.root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // Ctrl-C reaches the explorer too, which stops in order
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
};
