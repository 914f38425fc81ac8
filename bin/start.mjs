import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 20;
const NODE_MINOR = 9;
const OUTPUT_LINES = 60;

const root = fileURLToPath(new URL('..', import.meta.url));

await start();

async function start() {
  requireNode();
  process.chdir(root);
  if (!isInstalled()) await runPhase('Installing packages', npmCommand(), 'npm reports');
  const { staleProducts } = await import('../scripts/stamp.mjs');
  for (const product of staleProducts(root)) {
    await runPhase(
      `Building the ${product}`,
      [process.execPath, 'scripts/build.mjs', '--only', product],
      'the build reports',
    );
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

/** What npm notes of an installation, against the lock file. Packages of other platforms may be absent. */
function isInstalled() {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === entry.version : entry.optional === true || entry.peer === true;
  });
}

function npmCommand() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  return npm && /\.c?js$/.test(npm) ? [process.execPath, npm, ...args] : ['npm', ...args];
}

/** Runs a command with one line of progress; what it printed is shown only when it fails. */
async function runPhase(title, [program, ...args], reporter) {
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
  console.error(`${title} failed (${ending}); ${reporter}:\n${lines.slice(-OUTPUT_LINES).join('\n')}`);
  process.exit(1);
}
