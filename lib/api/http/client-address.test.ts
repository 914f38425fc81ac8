import { expect, test } from 'vitest';
import { rateKeyOf } from '@/lib/rate-key';
import { createClientAddress } from './client-address';

const clientAddress = createClientAddress(['127.0.0.0/8', '::1', '10.0.0.0/8', '2001:db8::/32']);

test('a peer that is not trusted is the client, whatever it forwards', () => {
  expect(clientAddress('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7');
  expect(clientAddress('::ffff:192.0.2.7', undefined)).toBe('192.0.2.7');
  expect(clientAddress(undefined, '198.51.100.1')).toBe('unknown');
});

test('behind trusted peers the rightmost address that is not trusted is the client', () => {
  expect(clientAddress('127.0.0.1', '203.0.113.5, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1');
  expect(clientAddress('::ffff:127.0.0.1', '203.0.113.5')).toBe('203.0.113.5');
  expect(clientAddress('::1', '2001:db8::7, 2001:4860::1')).toBe('2001:4860::1');
  expect(clientAddress('10.0.0.1', '10.0.0.2, 10.0.0.3')).toBe('10.0.0.2');
});

test('what is no address ends the chain of trust', () => {
  expect(clientAddress('127.0.0.1', undefined)).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', '203.0.113.5, <script>')).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', ',,,')).toBe('127.0.0.1');
});

test('a range that is none is refused by name', () => {
  for (const entry of ['nonsense', '10.0.0.0/33', '::1/129', '10.0.0.0/x', '']) {
    expect(() => createClientAddress([entry])).toThrow('TRUSTED_PROXIES');
  }
});

test('IPv6 callers are counted by their /64', () => {
  expect(rateKeyOf('192.0.2.7')).toBe('192.0.2.7');
  expect(rateKeyOf('2001:db8:1:2:3:4:5:6')).toBe(rateKeyOf('2001:db8:1:2::9'));
  expect(rateKeyOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(rateKeyOf('::1')).toBe('0:0:0:0::/64');
  expect(rateKeyOf('2001:db8:1:3::1')).not.toBe(rateKeyOf('2001:db8:1:2::1'));
});
