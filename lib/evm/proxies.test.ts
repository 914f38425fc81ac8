import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canDelegate, detectProxy, PROXY_SLOTS } from './proxies';

const hex = (text: string) => Buffer.from(text, 'hex');
const TARGET = 'bebebebebebebebebebebebebebebebebebebebe';
const word = (address: string) => hex(address.padStart(64, '0'));
const contract = hex('6080604052');

test('the slots are those of the EIPs', () => {
  expect(PROXY_SLOTS).toEqual({
    eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
    eip1967_beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
    eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
    eip1967_oz: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  });
});

test('a minimal clone carries its implementation in its code', () => {
  const code = hex(`363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`);
  const found = { proxy_type: 'eip1167', implementation: hex(TARGET) };
  expect(detectProxy({ code })).toEqual(found);
  expect(detectProxy({ code: Buffer.concat([code, hex('0102')]) })).toEqual(found);
  expect(detectProxy({ code: code.subarray(0, 44) })).toBeNull();
});

test('a clone of an address that begins with zeros may leave them out (example of EIP-1167)', () => {
  const code = hex('363d3d373d3d3d363d6fbebebebebebebebebebebebebebebebe5af43d82803e903d91602757fd5bf3');
  expect(detectProxy({ code })).toEqual({
    proxy_type: 'eip1167',
    implementation: hex('00000000bebebebebebebebebebebebebebebebe'),
  });
  const wrongJump = hex('363d3d373d3d3d363d6fbebebebebebebebebebebebebebebebe5af43d82803e903d91602b57fd5bf3');
  expect(detectProxy({ code: wrongJump })).toBeNull();
});

test.each([
  ['of 44 bytes', '3d3d3d3d363d3d37363d73TARGET5af43d3d93803e602a57fd5bf3', 'minimal_proxy'],
  ['with PUSH0', '5f5f365f5f37365f73TARGET5af43d5f5f3e6029573d5ffd5b3d5ff3', 'minimal_proxy'],
  ['of ERC-7511', '365f5f375f5f365f73TARGET5af43d5f5f3e5f3d91602a57fd5bf3', 'minimal_proxy'],
  ['of Vyper', '366000600037611000600036600073TARGET5af4602c57600080fd5b6110006000f3', 'minimal_proxy'],
  [
    'with immutable arguments',
    `3d3d3d3d363d3d3761002a603736393661002a013d73TARGET5af43d3d93803e603557fd5bf3${'07'.repeat(42)}`,
    'clone_with_immutable_arguments',
  ],
  [
    'with immutable arguments, which logs what it receives',
    `36602c57343d527f${'9e'.repeat(32)}593da1005b363d3d373d3d3d3d61001e806062363936013d73TARGET5af43d3d93803e606057fd5bf3${'00'.repeat(30)}`,
    'clone_with_immutable_arguments',
  ],
])('a minimal clone %s', (_, code, proxy_type) => {
  const found = hex(code.replace('TARGET', TARGET));
  expect(detectProxy({ code: found })).toEqual({ proxy_type, implementation: hex(TARGET) });
  // cut before it returns, with something else done first, or without its input
  expect(detectProxy({ code: found.subarray(0, 40) })).toBeNull();
  expect(detectProxy({ code: Buffer.concat([hex('5454'), found]) })).toBeNull();
  expect(detectProxy({ code: hex(`3d3d3d3d73${TARGET}5af43d3d93803e601c57fd5bf3`) })).toBeNull();
});

test('what can delegate has the instruction, not only its byte', () => {
  expect(canDelegate(hex('60f4'))).toBe(false);
  expect(canDelegate(hex('60f4f4'))).toBe(true);
  // behind DUPN it is an immediate byte, or INVALID ends the call before it
  expect(canDelegate(hex('e6f4'))).toBe(false);
  expect(canDelegate(hex('e75bf4'))).toBe(true);
});

test('a delegation is exactly 0xef0100 and an address', () => {
  expect(detectProxy({ code: hex(`ef0100${TARGET}`) })).toEqual({
    proxy_type: 'eip7702',
    implementation: hex(TARGET),
  });
  expect(detectProxy({ code: hex(`ef0100${TARGET}00`) })).toBeNull();
  expect(detectProxy({ code: hex(`ef0101${TARGET}`) })).toBeNull();
});

test('storage tells the upgradeable ones, EIP-1967 before EIP-1822 and earlier ones', () => {
  const eip1967 = word(TARGET);
  const eip1967_beacon = word('11'.repeat(20));
  const eip1822 = word('22'.repeat(20));
  expect(detectProxy({ code: contract, storage: { eip1967, eip1967_beacon, eip1822 } })).toEqual({
    proxy_type: 'eip1967',
    implementation: hex(TARGET),
  });
  const zero = Buffer.alloc(32);
  expect(detectProxy({ code: contract, storage: { eip1967: zero, eip1967_beacon, eip1822 } })).toEqual({
    proxy_type: 'eip1967_beacon',
    beacon: Buffer.alloc(20, 0x11),
  });
  expect(detectProxy({ code: contract, storage: { eip1967: zero, eip1822 } })).toEqual({
    proxy_type: 'eip1822',
    implementation: Buffer.alloc(20, 0x22),
  });
  expect(detectProxy({ code: contract, storage: { eip1967: zero, eip1967_oz: eip1822 } })).toEqual({
    proxy_type: 'eip1967_oz',
    implementation: Buffer.alloc(20, 0x22),
  });
});

test('what is no address, and storage without code, shows nothing', () => {
  expect(detectProxy({ code: contract })).toBeNull();
  expect(detectProxy({ code: contract, storage: { eip1967: Buffer.alloc(32, 0xff) } })).toBeNull();
  expect(detectProxy({ code: contract, storage: { eip1967: hex(TARGET) } })).toBeNull();
  expect(detectProxy({ code: Buffer.alloc(0), storage: { eip1967: word(TARGET) } })).toBeNull();
});

test('any code and any words give an answer, and an address of 20 bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((given) => Buffer.from(given));
  const start = fc.constantFrom('', 'ef0100', '363d3d373d3d3d363d73', '363d3d373d3d3d363d60').map(hex);
  const code = fc.tuple(start, bytes).map((parts) => Buffer.concat(parts));
  const slots = fc.record({ eip1967: bytes, eip1967_beacon: bytes, eip1822: bytes }, { requiredKeys: [] });
  fc.assert(
    fc.property(code, slots, (given, storage) => {
      const proxy = detectProxy({ code: given, storage });
      if (proxy) expect('beacon' in proxy ? proxy.beacon : proxy.implementation).toHaveLength(20);
    }),
  );
});
