import { expect, it } from 'vitest';
import { hasErrorCode } from '@/lib/errors';
import { resolveAnvil } from './resolve-anvil';

const refusal = (environment: Record<string, string>) => {
  try {
    return resolveAnvil(environment);
  } catch (error) {
    return error;
  }
};

it('takes ANVIL_BIN when it can be executed', () => {
  expect(resolveAnvil({ ANVIL_BIN: process.execPath })).toBe(process.execPath);
});

it('refuses an ANVIL_BIN that cannot be executed, in a sentence', () => {
  const error = refusal({ ANVIL_BIN: '/nowhere/anvil' });
  expect(hasErrorCode(error, 'config')).toBe(true);
  expect(String(error)).toContain('ANVIL_BIN is /nowhere/anvil');
});
