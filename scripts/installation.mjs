import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules matches the lock file, by npm's record of a finished installation. Packages of other platforms
 * may be absent.
 */
export function isInstalled(root) {
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

/** The command that installs the lock file: the npm that runs this program, else the one on the PATH. */
export function installCommand() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  return npm && /\.c?js$/.test(npm) ? [process.execPath, npm, ...args] : ['npm', ...args];
}
