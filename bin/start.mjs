import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installCommand, isInstalled } from '../scripts/installation.mjs';
import { staleProducts } from '../scripts/stamp.mjs';

const NODE_MAJOR = 20;
const NODE_MINOR = 9;
const OUTPUT_LINES = 60;
const PARENT_INTERVAL_MS = 250;

const root = fileURLToPath(new URL('..', import.meta.url));

await start();

async function start() {
  requireNode();
  process.chdir(root);
  if (process.env.npm_lifecycle_event !== undefined) followParent();
  if (!isInstalled(root)) await runPhase('Installing packages', installCommand());
  for (const product of staleProducts(root)) {
    await runPhase(`Building the ${product}`, [process.execPath, 'scripts/build.mjs', '--only', product]);
  }
  await import('../dist/supervise.mjs');
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MAJOR || (major === NODE_MAJOR && minor >= NODE_MINOR)) return;
  console.error(
    `Astrolabe needs Node.js ${NODE_MAJOR}.${NODE_MINOR} or newer; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
  process.exit(2);
}

/** npm runs this through a shell and forwards SIGTERM to that shell only, so its exit counts as SIGTERM. */
function followParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_INTERVAL_MS);
  timer.unref();
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
