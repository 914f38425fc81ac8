import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { findSamples, ROUTES } from './routes.mjs';

const USAGE = `Usage: node scripts/screens.mjs http://localhost:3000 [--docs]

Draws every route of a running site over the demo chain into .cache/screens: light and dark, wide and narrow. With
--docs it only redraws the pictures in docs/screens, in place: those that the README shows.`;

const SIZES = { wide: { width: 1440, height: 1000 }, narrow: { width: 390, height: 844 } };

const { values, positionals } = parseArgs({ options: { docs: { type: 'boolean' } }, allowPositionals: true });
const base = positionals[0]?.replace(/\/$/, '');
if (base === undefined || !URL.canParse(base)) {
  console.error(USAGE);
  process.exit(2);
}
const folder = fileURLToPath(new URL(values.docs ? '../docs/screens' : '../.cache/screens', import.meta.url));
mkdirSync(folder, { recursive: true });
const wanted = values.docs ? new Set(readdirSync(folder)) : undefined;
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? undefined,
  args: CHROMIUM_FLAGS,
});
const samples = await findSamples(get);
// the list of chains redirects when there is only one
for (const { name, paths } of ROUTES.filter(({ route }) => route !== '/'))
  await draw(name, paths(samples)[0]);
await draw('failed', `${samples.root}/tx/${samples.failures[0].hash}`);
await browser.close();

async function get(path) {
  const response = await fetch(`${base}${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

async function draw(name, path) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const file = `${name}-${colorScheme}-${size}.jpg`;
      if (wanted && !wanted.has(file)) continue;
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 72 });
      await context.close();
    }
  }
  console.log(`${name}  ${path}`);
}
