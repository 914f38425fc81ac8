import { expect, test } from 'vitest';
import { fromMetadata } from './metadata-input';

const LIBRARY = `0x${'11'.repeat(20)}`;

const read = (libraries: Record<string, string>) =>
  fromMetadata([
    {
      name: 'metadata.json',
      text: JSON.stringify({
        language: 'Solidity',
        compiler: { version: '0.8.37+commit.01234567' },
        settings: { compilationTarget: { 'a.sol': 'A' }, libraries },
        sources: { 'a.sol': { keccak256: '0x', content: 'contract A {}' } },
      }),
    },
  ]);

test('libraries of the metadata are those of the compiler, by path and name', () => {
  expect(read({ 'a.sol:L': LIBRARY, 'a.sol:M': LIBRARY, 'b:c.sol:N': LIBRARY, O: LIBRARY })).toMatchObject({
    compiler: '0.8.37+commit.01234567',
    target: { path: 'a.sol', name: 'A' },
    input: {
      settings: {
        libraries: {
          'a.sol': { L: LIBRARY, M: LIBRARY },
          'b:c.sol': { N: LIBRARY },
          '': { O: LIBRARY },
        },
      },
    },
  });
});

test('each of very many libraries is read once', () => {
  const names = Array.from({ length: 19_000 }, (_, at) => [`a.sol:L${at}`, LIBRARY] as const);
  const submission = read(Object.fromEntries(names));
  const { libraries } = Object('input' in submission ? submission.input.settings : {});
  expect(Object.keys(libraries['a.sol'])).toHaveLength(19_000);
});
