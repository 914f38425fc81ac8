import { expect, test } from 'vitest';
import { ownUrl } from '@/lib/config/own-url';
import { siteUrl } from './site-url';

test.each([
  ['127.0.0.1', 'http://localhost:3000', 'http://127.0.0.1:4000'],
  ['0.0.0.0', 'http://localhost:3000', 'http://127.0.0.1:4000'],
  ['::', 'http://localhost:3000', 'http://[::1]:4000'],
  ['192.0.2.7', 'http://192.0.2.7:3000', 'http://192.0.2.7:4000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000', 'http://[2001:db8::7]:4000'],
])('HOST %s is reached at %s by a browser, and at %s by the roles', (host, site, own) => {
  expect(siteUrl({ host, port: 3000 })).toBe(site);
  expect(ownUrl({ host }, 4000)).toBe(own);
});
