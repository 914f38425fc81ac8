import { expect, test } from 'vitest';
import { isOutdated } from './use-suggestions';

const token = { kind: 'Token', text: 'Demo', note: '', href: '/1/token/0x1' };

test('only suggestions for another text are outdated; what the browser itself finds never is', () => {
  const found = { text: 'dem', items: [token] };
  expect(isOutdated(found, token, 'demo')).toBe(true);
  expect(isOutdated(found, token, 'dem')).toBe(false);
  expect(isOutdated(found, { ...token, kind: 'Page' }, 'demo')).toBe(false);
});
