import { toEventSelector, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import { serveHttp } from '@/test/support/http-server';
import { createSignatureService } from './signature-service';

const [PLANT, SURFACED] = [toFunctionSelector('plantTree(string)'), toEventSelector('Surfaced(uint256)')];
const keys = [PLANT, SURFACED, '0x12345678'].map(hexToBuffer);
const name = (text: unknown, filtered = false) => ({ name: text, filtered });

/** A service that answers everything alike. */
async function serve(body: string | object, status = 200) {
  const sent: URL[] = [];
  const url = await serveHttp((request, response) => {
    sent.push(new URL(String(request.url), 'http://service.example'));
    response.writeHead(status, { location: 'http://127.0.0.1:1/' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { fetch: createSignatureService(`${url}/`), sent };
}

test('selectors and topics are sent in one request, and their names are read', async () => {
  const { fetch, sent } = await serve({
    ok: true,
    result: {
      event: { [SURFACED]: [name('Surfaced(uint256)')] },
      function: {
        '0x12345678': null,
        [PLANT]: [{ ...name('plantTree(string)'), hasVerifiedContract: true }],
      },
    },
  });
  expect(await fetch(keys)).toEqual([
    { key: keys[0], signature: 'plantTree(string)' },
    { key: keys[1], signature: 'Surfaced(uint256)' },
  ]);
  expect(sent.map(({ pathname }) => pathname)).toEqual(['/signature-database/v1/lookup']);
  expect(Object.fromEntries(sent[0]?.searchParams ?? [])).toEqual({
    filter: 'true',
    function: `${PLANT},0x12345678`,
    event: SURFACED,
  });
});

test('only names that hash to what was sent are taken, each once', async () => {
  const wrong = [
    'plantTree(uint256)',
    '<script>(string)',
    'plantTree(string tree)',
    `${'a'.repeat(5_000)}()`,
  ];
  const names = [...wrong.map((text) => name(text)), name('plantTree(string)'), name('plantTree(string)')];
  const { fetch } = await serve({ ok: true, result: { function: { [PLANT]: names }, event: {} } });
  expect(await fetch(keys)).toEqual([{ key: keys[0], signature: 'plantTree(string)' }]);
  const spam = await serve({
    ok: true,
    result: { function: { [PLANT]: [name('plantTree(string)', true)] } },
  });
  expect(await spam.fetch(keys)).toEqual([]);
});

test.each([
  ['a redirect', '', 302],
  ['an error', '', 500],
  ['no JSON', '<html>', 200],
  ['JSON of another form', { ok: true, result: [] }, 200],
  ['a name that is no text', { ok: true, result: { function: { [PLANT]: [name(7)] } } }, 200],
  ['a refusal', { ok: false, error: 'no' }, 200],
  ['an answer without end', ' '.repeat(300_000), 200],
])('%s is no answer', async (_, body, status) => {
  const { fetch } = await serve(body, status);
  await expect(fetch(keys)).rejects.toThrow(AppError);
  await expect(fetch(keys)).rejects.toThrow(/^SIGNATURES_URL: /);
});
