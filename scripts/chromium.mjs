import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackage, isDebianRoot } from './debian.mjs';

/** Debian's package of what a headless test needs: a quarter less processor time than the whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const SYSTEM_PATHS = [
  `/usr/bin/${HEADLESS_SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Options of a headless Chromium in a container without a network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser for the tests: CHROMIUM_PATH, a system browser, or Playwright's own; undefined when there is none. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const { chromium } = await import('@playwright/test');
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path));
}

/** Installs a browser: Debian's as root on Debian, else Playwright's. */
export function installChromium() {
  if (isDebianRoot()) {
    try {
      installPackage(HEADLESS_SHELL);
    } catch {
      // Debian before 12 has no such package.
      installPackage('chromium');
    }
  } else
    spawnSync('npx', ['playwright', 'install', 'chromium'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
}
