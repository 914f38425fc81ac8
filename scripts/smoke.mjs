import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const USAGE = `Usage: node scripts/smoke.mjs

Runs npm start until it is ready, fetches a page and the API, and stops it as Ctrl-C does. Takes the settings of
npm start from the environment. Ends with 1 when any of that fails or takes longer than 15 minutes.`;
const TIMEOUT_MS = 900_000;
const STOP_TIMEOUT_MS = 60_000;

if (process.argv.length > 2) {
  console.log(USAGE);
  process.exit(2);
}
const npm = spawn('npm', ['start'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});
const ended = new Promise((resolve) => npm.once('close', resolve));
try {
  const output = await within(TIMEOUT_MS, 'npm start', untilReady());
  const [, page = '', hash = ''] = /Transaction +(\S+\/tx\/(0x[0-9a-f]+))/.exec(output) ?? [];
  await requireAnswer(page, hash);
  await requireAnswer(`${new URL(page).origin}/api/v2/transactions/${hash}`, `"hash":"${hash}"`);
  process.kill(-npm.pid, 'SIGINT');
  await within(STOP_TIMEOUT_MS, 'Ctrl-C', ended);
  console.log(`npm start works on Node ${process.version}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  if (npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM');
}

async function untilReady() {
  let output = '';
  for await (const chunk of npm.stdout) {
    process.stdout.write(chunk);
    output += chunk;
    if (/Stop +Ctrl-C/.test(output)) {
      npm.stdout.pipe(process.stdout);
      return output;
    }
  }
  throw new Error('npm start ended before it was ready.');
}

async function requireAnswer(url, text) {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}.`);
  if (!(await response.text()).includes(text)) throw new Error(`${url} does not contain ${text}.`);
  console.log(`200 ${url}`);
}

async function within(timeoutMs, name, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
