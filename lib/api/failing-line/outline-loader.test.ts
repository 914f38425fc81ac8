import { expect, test } from 'vitest';
import { loadOutline } from './outline-loader';

const CODE = Buffer.from('6001600201', 'hex');
const compiled = {
  ...{ code: CODE.toString('hex'), sourceMap: '0:9:0:-;1:2;3:4', files: [{ id: 0, path: 'A.sol' }] },
  ...{ functions: [], definitions: [], reverts: [] },
};
const unused = () => Promise.reject(new Error('not used'));
const verification = { outline: async () => compiled, add: unused, find: unused, listCompilers: unused };
const input = {
  input: { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' } }, settings: {} },
  ...{ compilerVersion: '0.8.37', target: { path: 'A.sol', name: 'A' } },
} as const;
const load = (code: Buffer | undefined) =>
  loadOutline(
    { services: { verification } },
    { input, texts: new Map(), code },
    { code: Buffer.alloc(20), input: Buffer.alloc(0) },
  );

test('what the compiler tells is read once, and compared with the code each time', async () => {
  const outline = await load(CODE);
  expect(outline).toMatchObject({ files: new Map([[0, 'A.sol']]), map: { size: 3 } });
  expect(await load(CODE)).toBe(outline);
  expect(await load(Buffer.from('6001600203', 'hex'))).toBe('source_not_compiled');
});

test('without the code that the node has, nothing is said of the sources', async () => {
  expect(await load(undefined)).toBe('node_timeout');
});
