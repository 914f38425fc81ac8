import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProofPill } from '@/components/proof/proof-pill';
import { readLanguages } from '@/lib/language/read-languages';
import { asReason, message } from '@/lib/messages/message';
import { ROOT } from '@/test/support/source-tree';
import { ProvenBlocks, Unprovable } from './proven-blocks';

const german = readLanguages(`${ROOT}/locales`).languages.find(({ code }) => code === 'de');
const KNOWN = asReason(message('header_field_unknown', { field: 'extra' }));
const OTHER = { reason: 'the moon was full' };
const NEWER = asReason(message('newer_header', { version: '0.4.0', fields: 'later' }));
const OMITTED = asReason(message('fields_omitted', { fields: 'withdrawals' }));

beforeEach(() => {
  globalThis.languages = { codes: ['en', 'de'], ofBrowser: [], current: () => german };
});
afterEach(() => {
  globalThis.languages = undefined;
});

type Reason = ReturnType<typeof asReason>;
const unprovable = (proof: Reason) => renderToStaticMarkup(createElement(Unprovable, { proof }));
const pill = (reason: Reason) =>
  renderToStaticMarkup(
    createElement(ProofPill, { proof: { status: 'unprovable', ...reason }, href: '/proof' }),
  );

test('why blocks cannot be proven is in the language of the page, or marked as English', () => {
  expect(unprovable(KNOWN)).not.toContain('unknown meaning');
  expect(unprovable(OTHER)).toContain(`<span lang="en" dir="ltr">${OTHER.reason}</span>`);
});

test('the title of a pill is in the language of the page alone', () => {
  expect(pill(KNOWN)).toMatch(/title="[^"]*\(extra\)/);
  expect(pill(OTHER)).not.toContain(OTHER.reason);
});

test('the state of an index says plainly that no block, or no other block, can be proven, and why', () => {
  globalThis.languages = undefined;
  const say = (count: number, why = OMITTED) => {
    const range = count === 0 ? null : 7;
    const proof = { status: 'unprovable' as const, ...why };
    const counted = { proven_blocks_count: count, proven_from: range, proven_to: range };
    const row = createElement(ProvenBlocks, { proof: { ...proof, ...counted }, href: '/1' });
    return renderToStaticMarkup(row).replace(/<dt.*?<\/dt>|<[^>]*>/g, '');
  };
  expect(say(0)).toBe('No block can be proven: the node omits withdrawals.');
  expect(say(1)).toBe(
    '1 block; latest range #7 to #7. Other blocks cannot be proven: the node omits withdrawals.',
  );
  expect(say(1, NEWER)).toBe(
    '1 block; latest range #7 to #7. Other blocks cannot be proven: this chain has a newer header than version 0.4.0 knows (later): upgrade.',
  );
});

test('a block that cannot be proven blames no rule of the chain for what a node leaves out', () => {
  globalThis.languages = undefined;
  expect(pill(OMITTED)).toContain('Reason: the node omits withdrawals.');
  expect(pill(OMITTED)).not.toMatch(/rules/i);
});
