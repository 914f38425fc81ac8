import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '@/lib/free-port';
import { hasDebianPackage } from '../support/debian-package';
import { ROOT } from '../support/programs';

const run = promisify(execFile);
const BOOT_MS = 600_000;
const isPossible =
  process.getuid?.() === 0 &&
  hasDebianPackage('systemd-sysv', '/lib/systemd/systemd') &&
  hasDebianPackage('systemd-container', '/usr/bin/systemd-nspawn');

/**
 * What is tried inside, with one line of result each: started and answering, what the service may write, killed and
 * started again by systemd, stopped with nothing left, and a wrong setting that is not tried again.
 */
const SCRIPT = `
set -u
say() { echo "$1: $2" >> /trial/results; }
answers() { for _ in $(seq 300); do curl -sf -o /dev/null "http://127.0.0.1:$PORT/status" && echo yes && return; sleep 1; done; echo no; }
useradd --system astrolabe
printf 'PORT=%s\\nAPI_PORT=%s\\nPUBLIC_URL=http://127.0.0.1:%s\\n' "$PORT" "$API_PORT" "$PORT" > /etc/astrolabe.env
systemctl start astrolabe
say answers "$(answers)"
say user "$(ps -o user= -p "$(systemctl show -P MainPID astrolabe)")"
say data "$(stat -c '%U %a' /var/lib/astrolabe)"
pids() { cat /sys/fs/cgroup/systemd/system.slice/astrolabe.service/cgroup.procs /sys/fs/cgroup/system.slice/astrolabe.service/cgroup.procs 2>/dev/null; }
say several "$([ "$(pids | wc -l)" -gt 4 ] && echo yes || echo no)"
writes() { nsenter -t "$(systemctl show -P MainPID astrolabe)" -m touch "$1" 2> /dev/null && echo yes || echo no; }
say 'writes its data' "$(writes /var/lib/astrolabe/file)"
say 'writes elsewhere' "$(writes /opt/file)"
kill -KILL "$(systemctl show -P MainPID astrolabe)"
sleep 6
say again "$(answers)"
say restarts "$(systemctl show -P NRestarts astrolabe)"
systemctl stop astrolabe
say result "$(systemctl show -P Result astrolabe)"
say left "$(pids | wc -l)"
echo 'API_PORT=none' >> /etc/astrolabe.env
systemctl start astrolabe
for _ in $(seq 60); do [ "$(systemctl is-active astrolabe)" = failed ] && break; sleep 1; done
say wrong "$(systemctl show -P ExecMainStatus astrolabe) $(systemctl is-active astrolabe)"
journalctl -u astrolabe --no-pager > /trial/journal
poweroff
`;

const TRIAL_UNIT = (environment: string) => `
[Unit]
After=dbus.service
[Service]
Type=oneshot
Environment=${environment}
ExecStart=/bin/bash /trial/trial.sh
ExecStopPost=/bin/systemctl poweroff
[Install]
WantedBy=multi-user.target
`;

describe.skipIf(!isPossible)('the unit under systemd itself (Debian package systemd-container)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'astrolabe-systemd-'));
    await run('mkdir', ['-p', join(folder, 'root'), join(folder, 'trial')]);
    // the machine's own files, below a layer in memory that takes what is written
    await run('mount', ['--bind', '-o', 'ro', '/', join(folder, 'root')]);
  });
  afterAll(async () => {
    await run('umount', [join(folder, 'root')]);
    // never what is below root, should it still be bound
    await rm(join(folder, 'trial'), { recursive: true, force: true });
    await rmdir(join(folder, 'root'));
    await rmdir(folder);
  });

  test(
    'it runs as its user, writes to its data alone, is started again, and stops whole',
    async () => {
      const [port, apiPort] = [await findFreePort(), await findFreePort()];
      const trial = join(folder, 'trial');
      await writeFile(join(trial, 'trial.sh'), SCRIPT);
      await writeFile(join(trial, 'trial.service'), TRIAL_UNIT(`PORT=${port} API_PORT=${apiPort}`));
      const system = '/etc/systemd/system';
      await run(
        'systemd-nspawn',
        [
          ...['--boot', '--volatile=overlay', '--register=no', '--keep-unit', '--quiet'],
          ...['--directory', join(folder, 'root'), '--bind', `${trial}:/trial`],
          ...['--bind-ro', `${ROOT}:/opt/astrolabe`],
          ...['--bind-ro', `${join(ROOT, 'deploy/systemd/astrolabe.service')}:${system}/astrolabe.service`],
          ...['--bind-ro', `${join(trial, 'trial.service')}:${system}/trial.service`],
          'systemd.unit=trial.service',
        ],
        { timeout: BOOT_MS - 60_000, maxBuffer: 10_000_000 },
      );
      const results = await readFile(join(trial, 'results'), 'utf8');
      const journal = await readFile(join(trial, 'journal'), 'utf8');
      expect(results.trim().split('\n'), journal).toEqual([
        'answers: yes',
        'user: astrolabe',
        'data: astrolabe 700',
        'several: yes',
        'writes its data: yes',
        'writes elsewhere: no',
        'again: yes',
        'restarts: 1',
        'result: success',
        'left: 0',
        'wrong: 2 failed',
      ]);
      expect(journal).toContain('API_PORT');
    },
    BOOT_MS,
  );
});
