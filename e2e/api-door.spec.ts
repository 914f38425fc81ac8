import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from './site';

test('the API is on the origin of the pages, and the server never lends its key', async ({
  request,
  site,
}) => {
  const path = `/${site.chainId}/api/v2/main-page/indexing-status`;
  const authorization = `Bearer ${site.apiKey}`;
  expect((await request.get(path)).status()).toBe(401);
  const answer = await request.get(path, { headers: { authorization } });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['x-credits-remaining']).toBeDefined();
  const direct = await request.get(`${site.apiUrl}${path}`, { headers: { authorization } });
  expect(await answer.json()).toEqual(await direct.json());
});

test('every way of the API is forwarded as it is', async ({ request, site }) => {
  const headers = { authorization: `Bearer ${site.apiKey}` };
  const hash = site.transactions['token medley'];
  const paths = [
    '/openapi.json',
    '/api/json/config',
    `/api/v2/transactions/${hash}`,
    `/${site.chainId}/stats-service/api/v1/lines`,
    `/${site.chainId}/api/v2/transactions/${hash}/token-transfers?type=ERC-20%2CERC-721&items_count=3`,
    `/${site.chainId}/api/v2/transactions/${hash}/token-transfers?type=ERC-999`,
    `/${site.chainId}/api/v2/transactions/0x12`,
    `/${site.chainId}/api/v2/nothing/here/`,
    `/999999/api/v2/transactions/${hash}`,
    `/no-chain/api/v2/transactions/${hash}`,
    '/no-chain/stats-service/api/v1/lines',
    `/${site.chainId}/api/v2/search?q=%3Cb%3E%20%26%2B%25`,
  ];
  for (const path of paths) {
    const [through, direct] = await Promise.all([
      request.get(path, { headers, maxRedirects: 0 }),
      request.get(`${site.apiUrl}${path}`, { headers, maxRedirects: 0 }),
    ]);
    expect(through.status(), path).toBe(direct.status());
    expect(await through.text(), path).toBe(await direct.text());
    expect(through.headers()['content-type'], path).toBe(direct.headers()['content-type']);
    expect(through.headers()['x-middleware-rewrite'], path).toBeUndefined();
  }
});

/** What dapps and Blockscout's frontend send beside the key. */
const FOREIGN_HEADERS = {
  'content-type': 'application/json',
  'updated-gas-oracle': 'true',
  'x-requested-with': 'XMLHttpRequest',
  'cache-control': 'no-cache',
  'show-scam-tokens': 'true',
  'api-v2-temp-token': 'none',
};

test('a page of another origin reads every operation with the headers of its libraries', async ({
  page,
  site,
}) => {
  const other = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>A dapp'),
  );
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const bound = other.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    await page.goto(`http://127.0.0.1:${port}/`);
    const found = await page.evaluate(readEveryOperation, { ...site, headers: FOREIGN_HEADERS });
    expect(found.failed).toEqual([]);
    expect(found.count).toBeGreaterThan(80);
    expect(found.rpc).toBe(`0x${Number(site.chainId).toString(16)}`);
  } finally {
    other.closeAllConnections();
    other.close();
  }
});

/** Runs in the page: calls the operations of the document with their examples, and JSON-RPC. */
async function readEveryOperation(given: {
  apiUrl: string;
  apiKey: string;
  chainId: string;
  headers: Record<string, string>;
}) {
  type Parameter = {
    name: string;
    in: string;
    required?: boolean;
    example?: unknown;
    schema?: { example?: unknown; examples?: unknown[] };
  };
  type Get = { operationId: string; parameters?: Parameter[]; responses: Record<string, unknown> };
  const keyed = { ...given.headers, authorization: `Bearer ${given.apiKey}` };
  const document = await (await fetch(`${given.apiUrl}/openapi.json`, { headers: given.headers })).json();
  const paths: [string, { get?: Get }][] = Object.entries(document.paths);
  const failed: string[] = [];
  // The verification and the user operation of the examples were of other installations.
  const OTHERS = ['getTokenLogo', 'getVerification', 'getUserOperation', 'getUserOperationSummary'];
  const read = async (path: string, { operationId, parameters = [], responses }: Get) => {
    const exampleOf = ({ name, example, schema }: Parameter) =>
      name === 'chain_id' ? given.chainId : (example ?? schema?.example ?? schema?.examples?.[0]);
    let url = given.apiUrl + path;
    const query = new URLSearchParams();
    for (const parameter of parameters) {
      const value = exampleOf(parameter);
      if (value === undefined) continue;
      if (parameter.in === 'path')
        url = url.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
      if (parameter.in === 'query') query.set(parameter.name, String(value));
    }
    try {
      const answer = await fetch(`${url}?${query}`, { headers: keyed });
      await answer.text();
      // A node that traces too slowly is told with a 503, which the page reads as well.
      const statuses = OTHERS.includes(operationId) ? [404] : [200, 503];
      const isDocumented = String(answer.status) in responses && statuses.includes(answer.status);
      const isReadable = !path.startsWith('/{chain_id}') || answer.headers.get('x-ratelimit-limit') !== null;
      if (!isDocumented || !isReadable) failed.push(`${operationId}: ${answer.status}`);
    } catch (error) {
      failed.push(`${operationId}: ${error}`);
    }
  };
  let count = 0;
  for (const [path, { get }] of paths) {
    if (get === undefined) continue;
    count += 1;
    await read(path, get);
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const rpc = await fetch(`${given.apiUrl}/${given.chainId}/json-rpc`, {
    method: 'POST',
    headers: keyed,
    body,
  });
  return { count, failed, rpc: (await rpc.json()).result };
}

test('the key is in no page, no header and no bundle', async ({ request, site, txPath }) => {
  const medley = txPath('FHE medley');
  const paths = [
    '/',
    `/${site.chainId}`,
    medley,
    `${medley}/fhe`,
    `${medley}/token-transfers`,
    '/nowhere.php',
  ];
  for (const path of paths) {
    const answers = [
      await request.get(path),
      await request.get(path, { headers: { rsc: '1' }, failOnStatusCode: false }),
    ];
    for (const answer of answers) {
      expect(await answer.text(), path).not.toContain(site.apiKey);
      expect(JSON.stringify(answer.headers()), path).not.toContain(site.apiKey);
    }
  }
  const files = listFiles('.next/static');
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    // a command to copy names the variable of the user's own shell
    const content = readFileSync(file, 'latin1').replaceAll('Bearer $API_KEY', '');
    expect(content.includes(site.apiKey) || content.includes('API_KEY'), file).toBe(false);
  }
});

test('web says of itself whether it lives and is ready', async ({ request }) => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await request.get(path);
    expect([answer.status(), await answer.json()], path).toEqual([200, { status: 'ok' }]);
  }
});

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? listFiles(path) : [path]));
}
