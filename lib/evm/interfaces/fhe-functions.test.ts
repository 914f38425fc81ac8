import { parseAbi, toFunctionSelector, toFunctionSignature } from 'viem';
import { expect, test } from 'vitest';
import { findFunctions } from '@/lib/evm/signatures';
import { FHE_HOST_FUNCTIONS } from './fhe-functions';

test.each([
  ['0x117b2f38', 'fheAdd'],
  ['0x1391547f', 'fheGe'],
  ['0x7702dcff', 'fheIfThenElse'],
  ['0x9cd07acb', 'trivialEncrypt'],
  ['0x1c89ee44', 'cast'],
  ['0x08bf832a', 'verifyInput'],
  ['0xb9496b62', 'allow'],
  ['0x3e395cec', 'allowTransient'],
  ['0x82027b6d', 'isAllowed'],
  ['0x04f61a95', 'delegateForUserDecryption'],
])('%s is %s of a host contract', (selector, name) => {
  expect(findFunctions(Buffer.from(selector.slice(2), 'hex')).map((found) => found.name)).toContain(name);
});

test('what HCULimit is told has the operands but no divisor, and the caller since 0.12', () => {
  const signatures = parseAbi(FHE_HOST_FUNCTIONS).flatMap((item) =>
    item.type === 'function' ? toFunctionSignature(item) : [],
  );
  expect(signatures.filter((one) => /^checkHCUFor(FheAdd|FheMulDiv|FheIsIn|IfThenElse)\(/.test(one))).toEqual(
    [
      'checkHCUForFheAdd(uint8,bytes1,bytes32,bytes32,bytes32)',
      'checkHCUForFheAdd(uint8,bytes1,bytes32,bytes32,bytes32,address)',
      'checkHCUForIfThenElse(uint8,bytes32,bytes32,bytes32,bytes32)',
      'checkHCUForIfThenElse(uint8,bytes32,bytes32,bytes32,bytes32,address)',
      'checkHCUForFheIsIn(uint8,bytes32,bytes32[],bytes32,address)',
      'checkHCUForFheMulDiv(uint8,bytes1,bytes32,bytes32,bytes32,address)',
    ],
  );
  expect(new Set(signatures.map(toFunctionSelector)).size).toBe(signatures.length);
});
