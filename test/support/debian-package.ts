import { existsSync } from 'node:fs';
import { installPackage, isDebianRoot } from '../../scripts/debian.mjs';

/**
 * Makes a program of a Debian package available: installs the package when root on Debian. False where that is not
 * possible, and the test is to be skipped by name; in CI a failed installation is an error instead.
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
