import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { startLanguages } from './start-languages';

const inLanguage = startLanguages(fileURLToPath(new URL('../../locales', import.meta.url)));

function requestOf(url: string, headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  Object.assign(request.headers, headers);
  return request;
}

/** After a pause, so that requests run at the same time. */
async function answer(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return `${t('Blocks')} ${groupDigits('1234567.5')}`;
}

test('each of several requests is answered in its own language', async () => {
  const german = { 'accept-language': 'de-AT,en;q=0.5' };
  const answers = await Promise.all(
    [german, {}, { ...german, cookie: 'theme=dark; language=en' }, { cookie: 'language=de; x=y' }].map(
      (headers) => inLanguage(requestOf('/1/blocks', headers), answer),
    ),
  );
  expect(answers).toEqual([
    'Blöcke 1.234.567,5',
    'Blocks 1,234,567.5',
    'Blocks 1,234,567.5',
    'Blöcke 1.234.567,5',
  ]);
  expect(await answer()).toBe('Blocks 1,234,567.5');
});

test.each([
  '/1/tx/0x1.md',
  '/1/address/0x1.csv?x=1',
  '/docs/api',
  '/1/tx/0x1/opengraph-image-a1',
  '/sitemap.xml',
])('%s is for everyone, in English', async (path) => {
  expect(await inLanguage(requestOf(path, { 'accept-language': 'de' }), answer)).toMatch(/^Blocks/);
});
