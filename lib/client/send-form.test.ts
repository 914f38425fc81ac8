import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendForm } from './send-form';

const seen: (string | string[] | undefined)[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers['x-forwarded-for'], request.headers.authorization);
  response.end('{"id":1}');
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  vi.stubEnv('API_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  vi.stubEnv('API_KEY', 'server-key');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

test('a form is sent for the address of its visitor, by which the API shares its queue', async () => {
  const form = new FormData();
  form.append('source_code', 'contract A {}');
  expect(await sendForm('/1/api', form, '198.51.100.7')).toEqual({ body: { id: 1 } });
  expect(seen).toEqual(['198.51.100.7', 'Bearer server-key']);
});
