import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '@/lib/free-port';
import { provideFolder } from '@/test/support/provide';
import { readLogo } from './read-logo';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const root = provideFolder('logos-');
let folder: string;
let server: Server;
let port: number;
let requests: string[] = [];
beforeAll(async () => {
  folder = join(root, 'list');
  await mkdir(join(folder, 'logos'), { recursive: true });
  await writeFile(join(folder, 'logos/usd.png'), PNG);
  await writeFile(join(folder, 'logos/evil.png'), SVG);
  await writeFile(join(folder, 'logos/large.png'), Buffer.concat([PNG, Buffer.alloc(256 * 1024)]));
  await writeFile(join(root, 'secret.png'), PNG);
  await symlink(join(root, 'secret.png'), join(folder, 'logos/link.png'));
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/ipfs/moved') return response.writeHead(302, { location: '/ipfs/cid/a.png' }).end();
    if (request.url === '/ipfs/away') return response.writeHead(503).end();
    return response.end(request.url === '/ipfs/endless' ? Buffer.alloc(1024 * 1024) : PNG);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
});

const read = (uri: string) =>
  readLogo(uri, { folder, hosts: ['127.0.0.1', 'localhost', '[::1]'], ipfsUrl: `http://127.0.0.1:${port}` });

test('a file beside the list', async () => {
  expect(await read('logos/usd.png')).toEqual({ bytes: PNG, type: 'image/png' });
});

test.each([
  ['../secret.png', 'outside the folder'],
  ['logos/link.png', 'outside the folder'],
  ['logos/missing.png', 'no such file'],
  ['logos', 'not a file'],
  ['logos/evil.png', 'not a PNG, JPEG, WebP or GIF'],
  ['logos/large.png', 'larger than'],
  ['data:image/svg+xml,<svg/>', 'not http or https'],
  ['file:///etc/passwd', 'not http or https'],
  ['https://elsewhere.example/a.png', 'does not name elsewhere.example'],
])('no logo of %s', async (uri, why) => {
  await expect(read(uri)).rejects.toThrow(why);
});

test('a host of the internal network is not asked, even if it is named', async () => {
  requests = [];
  for (const host of ['127.0.0.1', 'localhost'])
    await expect(read(`http://${host}:${port}/a.png`)).rejects.toThrow(/not allowed/);
  expect(requests).toEqual([]);
});

test('what IPFS has comes from the gateway of the operator, and no further', async () => {
  expect(await read('ipfs://cid/a.png')).toEqual({ bytes: PNG, type: 'image/png' });
  expect(await read('ipfs://ipfs/cid/a.png')).toEqual({ bytes: PNG, type: 'image/png' });
  await expect(read('ipfs://moved')).rejects.toThrow('answered 302');
  await expect(read('ipfs://endless')).rejects.toThrow('larger than');
  await expect(read('ipfs://a/../../api')).rejects.toThrow('not an IPFS URL');
  await expect(read('ipfs://%2e%2e/.%2e/api')).rejects.toThrow('not an IPFS URL');
  await expect(read('ipfs://away')).rejects.toMatchObject({ retryable: true });
  const nobody = { folder, hosts: [], ipfsUrl: `http://127.0.0.1:${await findFreePort()}` };
  await expect(readLogo('ipfs://cid', nobody)).rejects.toMatchObject({ retryable: true });
  await expect(readLogo('ipfs://cid', { folder, hosts: [], ipfsUrl: undefined })).rejects.toThrow('IPFS_URL');
});
