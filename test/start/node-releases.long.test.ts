import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/programs';
import { siteEnvironment } from '../support/site';

/** The releases that npm start and npm test run on (docs/decisions/0002-versions-held-back.md). */
const RELEASES = ['20', '22', '24', '26'];
const others = RELEASES.filter((release) => !process.versions.node.startsWith(`${release}.`));
/** What the npm package `node` installs by a script, which npm may refuse to run. */
const PACKAGE = `node-${process.platform}-${process.arch}`;
const TIMEOUT_MS = 1_200_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-node-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], environment: Record<string, string>) {
  const { HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const PATH = `${environment.PATH ?? ''}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    env: { HOME, NODE_EXTRA_CA_CERTS, NODE_ENV: 'production', ...environment, PATH },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: TIMEOUT_MS,
  });
  return { status, output: `${stdout}${stderr}` };
}

test.for(others)(
  'on Node %s the unit tests pass, and npm start serves a page and the API',
  { timeout: 3 * TIMEOUT_MS },
  async (release, { skip }) => {
    const prefix = join(folder, release);
    const installed = run('npm', ['install', '--prefix', prefix, '--no-audit', `${PACKAGE}@${release}`], {});
    if (installed.status !== 0 && process.env.CI !== 'true') skip('no registry offers it here');
    expect(installed.status, installed.output).toBe(0);
    const PATH = join(prefix, 'node_modules', PACKAGE, 'bin');
    expect(run('node', ['--version'], { PATH }).output).toMatch(new RegExp(`^v${release}\\.`));

    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'];
    const unit = run('node', vitest, { PATH, NODE_ENV: 'test' });
    expect(unit.status, unit.output).toBe(0);
    // Chosen now: others may take the ports meanwhile.
    const site = await siteEnvironment(join(prefix, 'data'));
    const smoke = run('node', ['scripts/smoke.mjs'], { ...site, PATH });
    expect(smoke.status, smoke.output).toBe(0);
  },
);
