import { parseAbiItem, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { SHIPPED_DECLARATIONS } from '@/test/support/shipped-names';
import { keyOfDeclaration } from './declaration';
import { keccak256 } from './keccak';
import { parseSignature } from './parse-signature';

test.each([
  ['transfer(address,uint256)', 'transfer(address,uint256)'],
  ['exit()', 'exit()'],
  ['mint(uint,int[2][])', 'mint(uint256,int256[2][])'],
  [
    'fill((address,(bool,bytes32)[])[3],string,function)',
    'fill((address,(bool,bytes32)[])[3],string,function)',
  ],
  ['_$1(bytes1)', '_$1(bytes1)'],
])('%s is a signature', (text, canonical) => {
  expect(parseSignature(text)?.text).toBe(canonical);
});

test.each([
  '',
  'transfer',
  '(address)',
  'transfer(address',
  'transfer(address,)',
  'transfer(,address)',
  'transfer(address) ',
  'transfer(address to)',
  'transfer(address)(bool)',
  'transfer(addres)',
  'transfer(uint7)',
  'transfer(uint264)',
  'transfer(uint08)',
  'transfer(bytes33)',
  'transfer(bytes0)',
  'transfer(())',
  'transfer(address[01])',
  'transfer(address[-1])',
  '1transfer(address)',
  'trаnsfer(address)',
  'transfer(address)\0',
  '<b>(address)',
  `${'a'.repeat(129)}()`,
  `f(${'('.repeat(9)}address${')'.repeat(9)})`,
  `f(${'('.repeat(100_000)}`,
  `f(${Array.from({ length: 65 }, () => 'bool').join()})`,
  `f(address${'[]'.repeat(9)})`,
])('%s is none', (text) => {
  expect(parseSignature(text)).toBeUndefined();
});

test('viem reads every shipped signature alike', () => {
  const sample = SHIPPED_DECLARATIONS.filter((_, at) => at % 7 === 0);
  let [functions, read] = [0, 0];
  for (const line of sample) {
    const item = parseAbiItem(line);
    if (item.type !== 'function') continue;
    functions += 1;
    const typeOf = (input: (typeof item.inputs)[number]): string =>
      'components' in input
        ? `(${input.components.map(typeOf).join()})${input.type.slice('tuple'.length)}`
        : input.type;
    const signature = parseSignature(`${item.name}(${item.inputs.map(typeOf).join()})`);
    if (signature === undefined) continue;
    read += 1;
    const hash = keccak256(Buffer.from(signature.text)).toString('hex', 0, 4);
    expect(`0x${hash}`).toBe(toFunctionSelector(item));
    expect(hash).toBe(keyOfDeclaration(line).toString('hex'));
  }
  expect(read / functions).toBeGreaterThan(0.99);
});
