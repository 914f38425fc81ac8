import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ASSUMED_LIMITS } from '@/lib/endpoints/fhe-deployment';
import { LimitsNote } from './limits-note';

test.each([
  [0, 'unchanged since genesis.'],
  [1_425, 'unchanged since block 1,425.'],
])('limits that were last changed at block %s are %s', (since_block, words) => {
  const limits = { ...ASSUMED_LIMITS, source: 'contract', version: 'HCULimit v0.4.0', since_block } as const;
  expect(renderToStaticMarkup(createElement(LimitsNote, { limits }))).toContain(words);
});

test('where two releases share a version, it says by whose prices HCU are computed', () => {
  const tell = (version: string) => {
    const limits = { ...ASSUMED_LIMITS, source: 'constants', version } as const;
    return renderToStaticMarkup(createElement(LimitsNote, { limits }));
  };
  expect(tell('HCULimit v0.2.0')).toContain('of fhEVM 0.7 or 0.8, whose prices differ');
  expect(tell('HCULimit v0.1.0')).toContain('compiled into HCULimit v0.1.0.');
});
