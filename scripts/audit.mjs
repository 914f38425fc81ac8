// Known vulnerabilities of what is shipped, as far as the registry tells them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SERIOUS = ['high', 'critical'];
const root = fileURLToPath(new URL('..', import.meta.url));

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
process.exitCode = report(readReport(stdout));

function readReport(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A registry without audits, or none at all, is no finding. */
function report({ vulnerabilities, message }) {
  if (vulnerabilities === undefined) {
    console.log(`npm audit is not offered by the registry: ${message ?? 'no answer'}`);
    return 0;
  }
  const found = Object.values(vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity));
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`);
  console.log(
    `npm audit: ${Object.keys(vulnerabilities).length} findings, ${found.length} high or critical.`,
  );
  return found.length === 0 ? 0 : 1;
}
