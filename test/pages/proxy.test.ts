import { NextRequest } from 'next/server';
import { expect, test } from 'vitest';
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
