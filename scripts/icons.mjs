import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const USAGE = `Usage: node scripts/icons.mjs

Draws app/icon.svg into public/favicon.ico and public/apple-touch-icon.png, which browsers and crawlers ask for by name.`;

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exit(2);
}
const svg = readFileSync(new URL('../app/icon.svg', import.meta.url), 'utf8');
const folder = fileURLToPath(new URL('../public', import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? undefined,
  args: CHROMIUM_FLAGS,
});
writeFileSync(`${folder}/favicon.ico`, toIco(await draw({ size: 32, inset: 0 }), 32));
// a home screen cuts the corners, and paints transparent pixels black
writeFileSync(`${folder}/apple-touch-icon.png`, await draw({ size: 180, inset: 24, background: '#fff' }));
await browser.close();

async function draw({ size, inset, background }) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' });
  const style = `<style>body{margin:${inset}px;background:${background ?? 'transparent'}}svg{display:block}</style>`;
  await page.setContent(`${style}${svg.replace('<svg ', `<svg width="${size - 2 * inset}" `)}`);
  const png = await page.screenshot({ omitBackground: background === undefined });
  await page.close();
  return png;
}

function toIco(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
