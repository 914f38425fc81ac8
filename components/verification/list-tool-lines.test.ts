import { expect, test } from 'vitest';
import { listToolLines } from './list-tool-lines';

const address = `0x${'5a'.repeat(20)}`;
const subject = { chainId: '31337', isDefault: true, address, site: 'https://scan.example/' };
const BOX = {
  name: 'Box',
  file_path: 'src/Box.sol',
  constructor_args: `0x${'7'.padStart(64, '0')}`,
  decoded_constructor_args: [
    ['7', { type: 'uint256' }],
    ["it's $(here)", { type: 'string' }],
  ],
};

test('all that is known of the contract stands in its lines', () => {
  const [forge, hardhat] = listToolLines({ ...subject, contract: BOX });
  expect(forge).toEqual({
    title: 'Foundry',
    text: `forge verify-contract ${address} src/Box.sol:Box --chain 31337 --constructor-args ${BOX.constructor_args} --verifier sourcify --verifier-url https://scan.example`,
    isExample: false,
  });
  expect(hardhat).toEqual({
    title: 'Hardhat 3',
    text: `npx hardhat verify sourcify --network explorer --contract src/Box.sol:Box ${address} 7 'it'\\''s $(here)'`,
    isExample: false,
    config:
      "networks: { explorer: { type: 'http', url: 'https://scan.example/json-rpc' } }, verify: { sourcify: { apiUrl: 'https://scan.example' } }",
  });
});

test('without a name, or of a chain whose nodes are not served openly, the lines are examples', () => {
  const lines = listToolLines({ ...subject, isDefault: false, contract: undefined });
  expect(lines.map(({ text }) => text)).toEqual([
    `forge verify-contract ${address} src/Contract.sol:Contract --chain 31337 --verifier sourcify --verifier-url https://scan.example`,
    `npx hardhat verify sourcify --network <network> ${address}`,
  ]);
  expect(lines.every(({ isExample }) => isExample)).toBe(true);
});

test.each([
  [{ ...BOX, file_path: '$(rm -rf .)' }],
  [{ ...BOX, file_path: 'a\nb' }],
  [{ ...BOX, name: '`x`' }],
])('a name that a shell could run is left out: %j', (contract) => {
  expect(listToolLines({ ...subject, contract })[0]?.text).toContain(' src/Contract.sol:Contract ');
});

test('arguments that no line can have are left out, all of them', () => {
  const lines = (values: unknown[]) =>
    listToolLines({ ...subject, contract: { ...BOX, decoded_constructor_args: values } })[1]?.text;
  const none = `npx hardhat verify sourcify --network explorer --contract src/Box.sol:Box ${address}`;
  expect(
    lines([
      ['1', {}],
      [['2', '3'], {}],
    ]),
  ).toBe(none);
  expect(lines([['--force', {}]])).toBe(none);
  expect(lines([['a\nb', {}]])).toBe(none);
});
