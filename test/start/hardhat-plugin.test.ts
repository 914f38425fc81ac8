import { afterEach, expect, test, vi } from 'vitest';
import { serveHttp } from '../support/http-server';
import { ROOT } from '../support/programs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the link of a transaction is printed once the explorer answers that it is ready', async () => {
  let status = 503;
  const asked: unknown[] = [];
  const url = await serveHttp((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  vi.stubEnv('ASTROLABE_URL', `${url}/`);
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { default: open } = await import(`${ROOT}packages/hardhat/network.js`);
  const { onRequest } = await open();
  const networkConfig = { type: 'http', url: { getUrl: async () => 'http://127.0.0.1:8545' } };
  const connection = { networkConfig };
  const next = async (_: unknown, __: unknown, { method }: { method: string }) => ({
    result: method === 'eth_chainId' ? '0x7a69' : '0xab',
  });
  const send = () => onRequest({}, connection, { method: 'eth_sendTransaction' }, next);
  expect(await send()).toEqual({ result: '0xab' });
  expect(said).not.toHaveBeenCalled();
  status = 200;
  await send();
  await send();
  expect(said.mock.calls).toEqual([[`${url}/31337/tx/0xab`], [`${url}/31337/tx/0xab`]]);
  expect(asked).toEqual(['/readyz', '/readyz']);
});
