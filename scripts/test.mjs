import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium, installChromium } from './chromium.mjs';
import { installCommand, isInstalled } from './installation.mjs';
import { staleProducts } from './stamp.mjs';

const USAGE = `Usage: npm test [-- --fast | --long]

Runs lint, types, a search for unused code, build, vitest and Playwright, each even when one before it has failed, and ends
with the slowest files and the counts. Lint, types, unused code and build count as one test each. --fast (npm run test:fast)
runs lint, types, and the tests that need nothing or a database; --long (npm run test:long) adds what takes long.`;
const SLOWEST = 10;

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test');
const { values } = parseArgs({
  options: { fast: { type: 'boolean' }, long: { type: 'boolean' }, help: { type: 'boolean' } },
});
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
  // At once: the type check, which takes longest, uses one core.
  const checked = checks().map(async ([name, command]) => countCheck(name, await runQuietly(name, command)));
  const counts = await Promise.all(checked);
  if (!values.fast) counts.push(countCheck('build', await build()));
  counts.push(await runVitest());
  if (!values.fast) counts.push(await runPlaywright());
  return report(counts, begin);
}

function checks() {
  return [
    ['lint', [bin('biome'), 'check', '.']],
    ['types', [bin('tsc'), '--noEmit']],
    ...(values.fast ? [] : [['unused', [bin('knip'), '--treat-config-hints-as-errors']]]),
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
  const durations = join(reports, 'vitest-durations.json');
  const more = values.fast ? [] : ['system', ...(values.long ? ['long'] : [])];
  const reporters = ['default', 'json', './scripts/durations-reporter.mjs'];
  const command = [
    ...[bin('vitest'), 'run', `--outputFile.json=${file}`],
    ...['unit', 'database', ...more].flatMap((name) => ['--project', name]),
    ...reporters.map((name) => `--reporter=${name}`),
  ];
  const isGood = await run('vitest', command, { DURATIONS_FILE: durations });
  const result = readReport(file);
  const tests = result?.testResults.flatMap((suite) => suite.assertionResults) ?? [];
  const withStatus = (...statuses) => tests.filter((test) => statuses.includes(test.status));
  return {
    name: 'vitest',
    isGood,
    passed: withStatus('passed').length,
    failed: withStatus('failed').map((test) => test.fullName),
    skipped: withStatus('pending', 'skipped', 'todo', 'disabled').map((test) => test.fullName),
    files: readReport(durations) ?? [],
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
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: durationOf(suite) })),
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

/** How long Playwright's tests of a suite took together, in ms. */
function durationOf({ specs = [], suites = [] }) {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results));
  return sumOf(results, (result) => result.duration) + sumOf(suites, durationOf);
}

function sumOf(list, pick) {
  return list.reduce((total, each) => total + pick(each), 0);
}

function countCheck(name, isGood) {
  return { name, isGood, passed: isGood ? 1 : 0, failed: isGood ? [] : [name], skipped: [], files: [] };
}

function report(counts, begin) {
  const files = counts.flatMap((each) => each.files).sort((one, other) => other.ms - one.ms);
  const long = files.filter(({ file }) => file.endsWith('.long.test.ts'));
  const shown = [...files.slice(0, SLOWEST), ...long.filter((each) => files.indexOf(each) >= SLOWEST)];
  console.log('\n== slowest files');
  for (const { file, ms } of shown) console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`);
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
  const passed = sumOf(counts, (each) => each.passed);
  const failed = failures.length;
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  const isEmpty = counts.some((each) => each.passed + each.failed.length === 0);
  return isEmpty || failed > 0 || counts.some((each) => !each.isGood) ? 1 : 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Runs one stage with its output streamed; true when it succeeded. */
function run(name, command, environment = {}) {
  console.log(`\n== ${name}`);
  return untilExit(start(command, 'inherit', environment));
}

/** Like `run`, with its output printed at its end, so that it may run beside others. */
async function runQuietly(name, command) {
  const child = start(command, 'pipe');
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const isGood = await untilExit(child);
  console.log(`\n== ${name}\n${Buffer.concat(printed)}`);
  return isGood;
}

function start([program, ...args], output, environment = {}) {
  return spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
    shell: process.platform === 'win32' && !program.endsWith('.exe'),
  });
}

function untilExit(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}
