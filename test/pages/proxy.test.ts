import { NextRequest } from 'next/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { proxy } from '@/proxy';

const CHART = 'http://127.0.0.1/embed/1/stats/newTxns';

test('a chart may be framed by any site; the error page in its place may not', async () => {
  const { headers } = await proxy(new NextRequest(CHART));
  expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(headers.get('x-frame-options')).toBeNull();
  const problem = await proxy(new NextRequest(CHART, { headers: { 'x-problem': '404' } }));
  expect(problem.status).toBe(404);
  expect(problem.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(problem.headers.get('x-frame-options')).toBe('DENY');
});

test('only pages of handles may connect to a relayer, and only that of their chain', async () => {
  vi.stubEnv('FHE_RELAYERS', '5=https://relayer.example/v2/');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.resetModules();
  const { proxy: configured } = await import('@/proxy');
  const policyOf = async (path: string) =>
    (await configured(new NextRequest(`http://127.0.0.1${path}`))).headers.get('content-security-policy');
  const handle = `handle/0x${'ab'.repeat(32)}`;
  expect(await policyOf(`/5/${handle}`)).toContain("connect-src 'self' https://relayer.example/v2/;");
  expect(await policyOf(`/5/${handle}`)).toContain("'wasm-unsafe-eval'");
  for (const path of [`/6/${handle}`, '/5/fhe', `/embed/5/${handle}`, '/__proto__/handle/x'])
    expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining("connect-src 'self';")]);
  expect(await policyOf('/5/fhe')).not.toContain('wasm');
});
