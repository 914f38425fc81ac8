import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProofPill } from '@/components/proof/proof-pill';
import { readLanguages } from '@/lib/language/read-languages';
import { ROOT } from '@/test/support/source-tree';
import { ProvenBlocks, Unprovable } from './proven-blocks';

const german = readLanguages(`${ROOT}/locales`).languages.find(({ code }) => code === 'de');
const KNOWN = 'the header has fields of unknown meaning (extra)';
const OTHER = 'the moon was full';

beforeEach(() => {
  globalThis.languages = { codes: ['en', 'de'], ofBrowser: [], current: () => german };
});
afterEach(() => {
  globalThis.languages = undefined;
});

const unprovable = (reason: string) => renderToStaticMarkup(createElement(Unprovable, { reason }));
const pill = (reason: string) =>
  renderToStaticMarkup(createElement(ProofPill, { proof: { status: 'unprovable', reason }, href: '/proof' }));

test('why blocks cannot be proven is in the language of the page, or marked as English', () => {
  expect(unprovable(KNOWN)).not.toContain('unknown meaning');
  expect(unprovable(OTHER)).toContain(`<span lang="en" dir="ltr">${OTHER}</span>`);
});

test('the title of a pill is in the language of the page alone', () => {
  expect(pill(KNOWN)).toMatch(/title="[^"]*\(extra\)/);
  expect(pill(OTHER)).not.toContain(OTHER);
});

test('the state of an index says plainly that no block, or no other block, can be proven, and why', () => {
  globalThis.languages = undefined;
  const say = (count: number) => {
    const range = count === 0 ? null : 7;
    const proof = { status: 'unprovable' as const, reason: 'the node omits withdrawals' };
    const counted = { proven_blocks_count: count, proven_from: range, proven_to: range };
    const row = createElement(ProvenBlocks, { proof: { ...proof, ...counted }, href: '/1' });
    return renderToStaticMarkup(row).replace(/<dt.*?<\/dt>|<[^>]*>/g, '');
  };
  expect(say(0)).toBe('No block can be proven: the node omits withdrawals.');
  expect(say(1)).toBe(
    '1 block; latest range #7 to #7. Other blocks cannot be proven: the node omits withdrawals.',
  );
});

test('a block that cannot be proven blames no rule of the chain for what a node leaves out', () => {
  globalThis.languages = undefined;
  expect(pill('the node omits withdrawals')).toContain('Reason: the node omits withdrawals.');
  expect(pill('the node omits withdrawals')).not.toMatch(/rules/i);
});
