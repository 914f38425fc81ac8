import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '@/lib/config/variables';
import { hasDebianPackage } from '../support/debian-package';
import { ROOT } from '../support/source-tree';

const ANALYZE = '/usr/bin/systemd-analyze';
const UNIT = readFileSync(join(ROOT, 'deploy/systemd/astrolabe.service'), 'utf8');

/** The unit as it would be on a machine where everything is where it is here, below a user that every system has. */
function analyze(command: string, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'astrolabe-unit-'));
  const file = join(folder, 'astrolabe.service');
  writeFileSync(
    file,
    UNIT.replaceAll('/opt/astrolabe', ROOT.replace(/\/$/, ''))
      .replace('/usr/bin/node', process.execPath)
      .replace(/^(User|Group)=.*$/gm, '$1=daemon'),
  );
  const { status, stdout, stderr } = spawnSync(ANALYZE, [command, ...options, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stdout, stderr };
}

describe.skipIf(!hasDebianPackage('systemd', ANALYZE))('systemd (Debian package systemd)', () => {
  test('takes every line of the unit', () => {
    expect(analyze('verify')).toMatchObject({ status: 0, stderr: '' });
  });

  test('rates what the unit may reach of the machine below 2 of 10', () => {
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20');
    expect(stdout).toContain('Overall exposure level');
    expect(status).toBe(0);
  });
});

test('the unit sets variables that there are, and ends for good on exit code 2', () => {
  const set = [...UNIT.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0]),
  );
  expect(set).toContain('DATA_DIR');
  expect(set.filter((name = '') => !(name in VARIABLES) && name !== 'NODE_ENV')).toEqual([]);
  expect(UNIT).toContain('RestartPreventExitStatus=2');
});
