import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installCommand, isInstalled } from '../scripts/installation.mjs';
import { staleProducts } from '../scripts/stamp.mjs';
import { followParent } from './follow-parent.mjs';
import { requireNode } from './require-node.mjs';

const OUTPUT_LINES = 60;

const root = fileURLToPath(new URL('..', import.meta.url));

await start();

async function start() {
  requireNode();
  const [command, folder = ''] = process.argv.slice(2);
  // npm runs this in the folder of the package, and says where it was called
  const project = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  process.chdir(root);
  followParent();
  if (!isInstalled(root)) await runPhase('Installing packages', installCommand());
  for (const product of staleProducts(root)) {
    await runPhase(`Building the ${product}`, [process.execPath, 'scripts/build.mjs', '--only', product]);
  }
  if (command !== 'dev') await import('../dist/supervise.mjs');
  else {
    process.argv = [...process.argv.slice(0, 2), project];
    await import('../dist/dev.mjs');
  }
}

/** Runs a command with a progress line; prints its output only on failure. */
async function runPhase(title, [program, ...args]) {
  const begin = Date.now();
  const seconds = () => `${((Date.now() - begin) / 1000).toFixed(0)} s`;
  const isTerminal = process.stdout.isTTY === true;
  if (!isTerminal) console.log(`${title} …`);
  const timer = setInterval(
    () =>
      isTerminal ? process.stdout.write(`\r${title} … ${seconds()}`) : console.log(`${title} … ${seconds()}`),
    isTerminal ? 500 : 15_000,
  );
  const output = [];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: program === 'npm' && process.platform === 'win32',
  });
  const stop = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  clearInterval(timer);
  for (const signal of signals) process.off(signal, stop);
  console.log(`${isTerminal ? '\r' : ''}${title} … ${ending === 0 ? 'done' : 'failed'} after ${seconds()}`);
  if (ending === 0) return;
  if (signals.includes(ending)) process.exit(130);
  const lines = Buffer.concat(output).toString().trimEnd().split('\n');
  console.error(`${title} failed (${ending}):\n${lines.slice(-OUTPUT_LINES).join('\n')}`);
  process.exit(1);
}
