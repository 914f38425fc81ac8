import { expect, test } from 'vitest';
import { explainFheEvent } from './explain-fhe-event';
import { FHE_HOST } from './interfaces/confidential';

test('every event of a host contract is told in a sentence', () => {
  const names = FHE_HOST.map((event) => /^event (\w+)/.exec(event)?.[1] ?? '');
  // of pausers, of apps, and of the oracle before 0.9
  const others = /^(\w+Pauser|PublicDecryptionVerified|DecryptionRequest|DecryptionFulfilled)$/;
  expect(names.filter((name) => explainFheEvent(name) === undefined && !others.test(name))).toEqual([]);
  expect(explainFheEvent('FheMulDiv')?.code).toBe('fhe_did_operation');
  expect(explainFheEvent('Allowed')?.message).toMatch(/^An account may use and decrypt/);
  for (const name of ['Transfer', 'constructor', '']) expect(explainFheEvent(name)).toBeUndefined();
});
