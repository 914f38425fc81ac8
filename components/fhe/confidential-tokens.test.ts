import { isValidElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { presentToken } from '@/lib/api/token/present';
import { tokenRow } from '@/test/support/rows';
import { ConfidentialTokens } from './confidential-tokens';

type Part = ReactElement<{ id: string; children: ReactElement<{ children?: string; tokens?: object[] }>[] }>;

test('what is said of the values of a token is what is known of it', () => {
  const tokens = [true, null, false].map((is_confirmed) => ({
    token: presentToken(tokenRow({ type: 'ERC-7984' })),
    is_confirmed,
  }));
  const parts = ConfidentialTokens({ tokens, chainId: '1' }).filter((one): one is Part =>
    isValidElement(one),
  );
  const told = parts.map(({ props }) => [
    props.children[0]?.props.children?.match(/(every|some|any) value/)?.[0],
    props.children[1]?.props.tokens?.[0] === tokens[parts.findIndex((part) => part.props === props)]?.token,
  ]);
  expect(told).toEqual([
    ['every value', true],
    ['some value', true],
    ['any value', true],
  ]);
});
