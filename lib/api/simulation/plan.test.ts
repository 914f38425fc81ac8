import { expect, test } from 'vitest';
import { simulationRequest } from '@/lib/endpoints/simulation';
import { planSimulation } from './plan';

const subjectOf = (request: object) => planSimulation(simulationRequest.parse(request), undefined).subject;

test('requests share a circuit only if they are the same, though they are for the same block', () => {
  const to = `0x${'ab'.repeat(20)}`;
  const one = { block_number: 7, calls: [{ to, value: '5' }] };
  expect(subjectOf(one)).toBe(subjectOf(structuredClone(one)));
  expect(subjectOf(one)).not.toBe(subjectOf({ ...one, calls: [{ to, value: '6' }] }));
  expect(subjectOf(one)).not.toBe(subjectOf({ ...one, overrides: { [to]: { nonce: '1' } } }));
});
