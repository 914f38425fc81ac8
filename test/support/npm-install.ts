import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Hardhat 3 requires a newer Node than we do. */
const NODE = `node-${process.platform}-${process.arch}`;
const HARDHAT = { 2: 'hardhat@2.29.1', 3: 'hardhat@3.18.0' } as const;
const CLI = { 2: 'internal/cli/bootstrap.js', 3: 'dist/src/cli.js' } as const;
const INSTALL_MS = 300_000;

/** Installs packages from the registry in the folder of a project: they are too large to be dependencies. */
export function npmInstall(
  project: string,
  packages: readonly string[],
  PATH = process.env.PATH ?? '',
): void {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  // with what npm has in its environment, as certificates
  const { status, stdout, stderr } = spawnSync('npm', args, {
    ...{ cwd: project, env: { ...process.env, PATH }, encoding: 'utf8', timeout: INSTALL_MS },
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

/** Installs Hardhat; returns how it is run. */
export function installHardhat(project: string, major: keyof typeof HARDHAT): string[] {
  npmInstall(project, [`${NODE}@22`]);
  const bin = join(project, `node_modules/${NODE}/bin`);
  // of an older Node, npm leaves out what Hardhat runs on
  npmInstall(project, [HARDHAT[major]], `${bin}:${process.env.PATH}`);
  return [join(bin, 'node'), join(project, 'node_modules/hardhat', CLI[major])];
}
