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
