import { existsSync } from 'node:fs';
import { installPackage, isDebianRoot } from '../../scripts/debian.mjs';

/**
 * Installs a Debian package for its program when root on Debian. False where that is impossible and the test must be
 * skipped; in CI a failed installation is an error instead.
 */
export function hasDebianPackage(name: string, program: string): boolean {
  if (existsSync(program)) return true;
  if (!isDebianRoot()) return false;
  try {
    installPackage(name);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
  }
  return existsSync(program);
}
