import { fileURLToPath } from 'node:url';

/** What the container can be told to do, and the program that does it. */
const PROGRAMS = {
  start: 'supervise',
  web: 'web',
  api: 'api',
  indexer: 'indexer',
  migrate: 'migrate',
  keys: 'keys',
};
const HEALTH_TIMEOUT_MS = 4000;

const [command = 'start', ...rest] = process.argv.slice(2);
if (command === 'health') await reportHealth();
else if (Object.hasOwn(PROGRAMS, command)) await run(PROGRAMS[command]);
else refuse();

/** Becomes the program: it finds its own arguments where it expects them, and the signals of the container reach it. */
async function run(name) {
  const program = new URL(`../dist/${name}.mjs`, import.meta.url);
  process.argv = [process.argv[0], fileURLToPath(program), ...rest];
  await import(program.href);
}

function refuse() {
  console.error(
    `Error: "${command}" is no command of this image: use ${Object.keys(PROGRAMS).join(', ')} or health.`,
  );
  process.exitCode = 2;
}

/** Healthy is what answers 200 to /readyz: the pages, or the API in a container that serves no pages. */
async function reportHealth() {
  const { PORT, API_PORT } = process.env;
  const status = (await askReady(PORT || 3000)) ?? (await askReady(API_PORT || 4000));
  console.log(status === undefined ? 'nothing answers' : `/readyz answers ${status}`);
  process.exitCode = status === 200 ? 0 : 1;
}

/** The status of /readyz; undefined when nothing listens. */
async function askReady(port) {
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
    return response.status;
  } catch (error) {
    return error.cause?.code === 'ECONNREFUSED' ? undefined : 'too late';
  }
}
