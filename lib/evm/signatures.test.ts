import { parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { addressWord, makeLog, word } from '@/test/support/evm-logs';
import { hexToBuffer } from './hex';
import {
  BUILT_IN,
  decodeKnownCall,
  decodeKnownLog,
  findErrors,
  findEvents,
  findFunctions,
  indexSignatures,
} from './signatures';

const names = (items: readonly { name: string }[]) => items.map((item) => item.name);
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

describe('selectors published by the standards', () => {
  test.each([
    ['0xa9059cbb', 'transfer'],
    ['0x23b872dd', 'transferFrom'],
    ['0x095ea7b3', 'approve'],
    ['0xd505accf', 'permit'],
    ['0x42842e0e', 'safeTransferFrom'],
    ['0xf242432a', 'safeTransferFrom'],
    ['0x2eb2c2d6', 'safeBatchTransferFrom'],
    ['0xd0e30db0', 'deposit'],
    ['0x2e1a7d4d', 'withdraw'],
    ['0x6e553f65', 'deposit'],
    ['0xac9650d8', 'multicall'],
    ['0x6a761202', 'execTransaction'],
    ['0x1fad948c', 'handleOps'],
    ['0x765e827f', 'handleOps'],
    ['0x38ed1739', 'swapExactTokensForTokens'],
    ['0x414bf389', 'exactInputSingle'],
    ['0x04e45aaf', 'exactInputSingle'],
    ['0x3593564c', 'execute'],
    ['0x617ba037', 'supply'],
    ['0x00a718a9', 'liquidationCall'],
    ['0x82ad56cb', 'aggregate3'],
    ['0x344ff101', 'confidentialBalanceOf'],
    ['0x54095227', 'confidentialTotalSupply'],
    ['0x8927b030', 'confidentialProtocolId'],
  ])('%s is %s', (selector, name) => {
    expect(names(findFunctions(hexToBuffer(selector)))).toContain(name);
  });

  test('of errors', () => {
    expect(names(findErrors(hexToBuffer('0x08c379a0')))).toEqual(['Error']);
    expect(names(findErrors(hexToBuffer('0x4e487b71')))).toEqual(['Panic']);
    expect(names(findErrors(hexToBuffer('0xe450d38c')))).toEqual(['ERC20InsufficientBalance']);
    expect(names(findErrors(hexToBuffer('0x118cdaa7')))).toEqual(['OwnableUnauthorizedAccount']);
    expect(findErrors(Buffer.alloc(0))).toEqual([]);
  });

  test('of events', () => {
    const topics = [
      ['0xe413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286', 3, 'LiquidationCall'],
      ['0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67', 2, 'Swap'],
      ['0xdc370db33589e73371dc3ee42c789c003d336eefcb7c3f56fe0f51ae5b1d9702', 1, 'VerifyInput'],
      ['0xdb9050d65240431621d61d6f94b970e63f53a67a5766614ee6e5c5bbd41c8e2e', 1, 'FheAdd'],
      ['0xbc7cd75a20ee27fd9adebab32cf741cc2d54f1ddb1c9c2b5eecb0f1d4c7a0d5d', 0, undefined],
    ] as const;
    for (const [topic, indexed, name] of topics) {
      const found = findEvents([hexToBuffer(topic), ...Array.from({ length: indexed }, () => word(0))]);
      expect(names(found)).toEqual(name === undefined ? [] : [name]);
    }
    expect(findEvents([])).toEqual([]);
  });
});

test('the number of indexed parameters tells an ERC-20 transfer from an ERC-721 one', () => {
  const parties = [TRANSFER, addressWord(1), addressWord(2)];
  const last = (log: ReturnType<typeof makeLog>) => decodeKnownLog(log)?.parameters.at(-1)?.name;
  expect(last(makeLog(parties, [word(5)]))).toBe('value');
  expect(last(makeLog([...parties, word(5)]))).toBe('tokenId');
  expect(last(makeLog([TRANSFER], [word(5)]))).toBeUndefined();
});

test('interfaces given first are asked first, and what they cannot decode the next ones do', () => {
  const own = indexSignatures(parseAbi(['function transfer(address recipient, uint256 points)']));
  const input = Buffer.concat([hexToBuffer('0xa9059cbb'), addressWord(1), word(5)]);
  expect(decodeKnownCall(input, [own, BUILT_IN])?.method_call).toBe(
    'transfer(address recipient, uint256 points)',
  );
  expect(decodeKnownCall(input)?.method_call).toBe('transfer(address to, uint256 value)');
  expect(decodeKnownCall(input.subarray(0, 67))).toBeUndefined();
  expect(decodeKnownCall(Buffer.from('12345678', 'hex'))).toBeUndefined();
  expect(decodeKnownCall(Buffer.alloc(0))).toBeUndefined();
});

test('an anonymous event is not looked up by a topic', () => {
  const inputs = [{ name: 'id', type: 'uint256', indexed: true }];
  const event = { type: 'event', name: 'Noted', inputs } as const;
  expect(indexSignatures([{ ...event, anonymous: true }]).events.size).toBe(0);
  expect(indexSignatures([event]).events.size).toBe(1);
});

test('the built-in interfaces are complete', () => {
  expect(BUILT_IN.functions.size).toBeGreaterThan(150);
  expect(BUILT_IN.events.size).toBeGreaterThan(120);
  expect(BUILT_IN.errors.size).toBeGreaterThan(110);
});
