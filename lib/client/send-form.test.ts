import { afterAll, expect, test, vi } from 'vitest';
import { serveHttp } from '@/test/support/http-server';
import { sendForm } from './send-form';

afterAll(() => {
  vi.unstubAllEnvs();
});

test('a form is sent for the address of its visitor, by which the API shares its queue', async () => {
  const seen: (string | string[] | undefined)[] = [];
  const url = await serveHttp((request, response) => {
    seen.push(request.headers['x-forwarded-for'], request.headers.authorization);
    response.end('{"id":1}');
  });
  vi.stubEnv('API_URL', url);
  vi.stubEnv('API_KEY', 'server-key');
  const form = new FormData();
  form.append('source_code', 'contract A {}');
  expect(await sendForm('/1/api', form, '198.51.100.7')).toEqual({ body: { id: 1 } });
  expect(seen).toEqual(['198.51.100.7', 'Bearer server-key']);
});
