import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium, installChromium } from './chromium.mjs';
import { installCommand, isInstalled } from './installation.mjs';
import { staleProducts } from './stamp.mjs';

const USAGE = `Usage: npm test [-- --long]

Runs lint, types, a search for unused code, build, vitest and Playwright, each even when one before it has failed, and ends
with the counts. Lint, types, unused code and build count as one test each. --long (npm run test:long) adds what takes long.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test');
const { values } = parseArgs({ options: { long: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
process.chdir(root);
process.exitCode = await testAll();

async function testAll() {
  const begin = Date.now();
  if (!isInstalled(root) && !(await run('install', installCommand()))) return 1;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const counts = [];
  for (const [name, command] of checks()) counts.push(countCheck(name, await run(name, command)));
  counts.push(countCheck('build', await build()));
  counts.push(await runVitest());
  if (existsSync('playwright.config.ts')) counts.push(await runPlaywright());
  return report(counts, begin);
}

function checks() {
  return [
    ['lint', [bin('biome'), 'check', '.']],
    ['types', [bin('tsc'), '--noEmit']],
    ['unused', [bin('knip'), '--treat-config-hints-as-errors']],
    ...(process.env.CI === 'true' ? [['audit', [process.execPath, 'scripts/audit.mjs']]] : []),
  ];
}

function bin(name) {
  return join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

async function build() {
  for (const product of staleProducts(root)) {
    const command = [process.execPath, 'scripts/build.mjs', '--only', product];
    if (!(await run(`build ${product}`, command))) return false;
  }
  return true;
}

async function runVitest() {
  const file = join(reports, 'vitest.json');
  const projects = ['unit', 'system', ...(values.long ? ['long'] : [])];
  const isGood = await run('vitest', [
    bin('vitest'),
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const result = readReport(file);
  const tests = result?.testResults.flatMap((suite) => suite.assertionResults) ?? [];
  const withStatus = (...statuses) => tests.filter((test) => statuses.includes(test.status));
  return {
    name: 'vitest',
    isGood,
    passed: withStatus('passed').length,
    failed: withStatus('failed').map((test) => test.fullName),
    skipped: withStatus('pending', 'skipped', 'todo', 'disabled').map((test) => test.fullName),
  };
}

async function runPlaywright() {
  const browser = (await findChromium()) ?? (await obtainChromium());
  if (!browser) console.error('There is no Chromium, and none could be installed: set CHROMIUM_PATH to one.');
  const file = join(reports, 'playwright.json');
  const isGood =
    browser !== undefined &&
    (await run('playwright', [bin('playwright'), 'test', '--reporter=list,json'], {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    }));
  const { stats, suites = [] } = readReport(file) ?? {};
  return {
    name: 'playwright',
    isGood,
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: namesOf(suites, 'unexpected'),
    skipped: namesOf(suites, 'skipped'),
  };
}

async function obtainChromium() {
  try {
    installChromium();
  } catch (error) {
    console.error(error.message);
  }
  return findChromium();
}

/** Names of Playwright's tests of one status. */
function namesOf(suites, status) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.filter((test) => test.status === status).map(() => `${suite.title} ${spec.title}`),
    ),
    ...namesOf(suite.suites ?? [], status),
  ]);
}

function countCheck(name, isGood) {
  return { name, isGood, passed: isGood ? 1 : 0, failed: isGood ? [] : [name], skipped: [] };
}

function report(counts, begin) {
  const sum = (pick) => counts.reduce((total, each) => total + pick(each), 0);
  const skipped = counts.flatMap((each) => each.skipped);
  const failures = counts.flatMap((each) => each.failed);
  console.log(`\n== counts after ${((Date.now() - begin) / 60_000).toFixed(1)} min`);
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of failures) console.log(`failed: ${name}`);
  for (const each of counts) {
    const broken = !each.isGood && each.failed.length === 0 ? ' (the runner itself failed)' : '';
    console.log(
      `${each.name}: ${each.passed} passed, ${each.failed.length} failed, ${each.skipped.length} skipped${broken}`,
    );
  }
  const passed = sum((each) => each.passed);
  const failed = failures.length;
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  const isEmpty = counts.some((each) => each.passed + each.failed.length === 0);
  return isEmpty || failed > 0 || counts.some((each) => !each.isGood) ? 1 : 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Runs one stage with its output streamed; true when it succeeded. */
async function run(name, [program, ...args], environment = {}) {
  console.log(`\n== ${name}`);
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
    shell: process.platform === 'win32' && !program.endsWith('.exe'),
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}
