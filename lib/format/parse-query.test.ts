import fc from 'fast-check';
import * as chains from 'viem/chains';
import { expect, test } from 'vitest';
import { findExplorerChain } from './explorer-hosts';
import { parseQuery } from './parse-query';

const HASH = `0x${'aB1'.repeat(21)}c` as const;
const hash = HASH.toLowerCase();
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const address = ADDRESS.toLowerCase();
const anAddress = { kind: 'address', address, isToken: false };
const aToken = { kind: 'address', address, isToken: true };
const block = (height: number) => ({ kind: 'block', block: height });
const instance = (tokenId: string) => ({ kind: 'token_instance', address, tokenId });

const aPage = (path: string) => ({ kind: 'page', path });
const HOLDER = `0x${'7e'.repeat(20)}`;
const transfersOf = (holder: string, token: string) => ({
  kind: 'address',
  address: holder,
  isToken: false,
  tab: `/token-transfers?token=${token}`,
});

test.each([
  [HASH, { kind: 'handle_or_hash', hash }],
  [HASH.slice(2), { kind: 'handle_or_hash', hash }],
  [HASH.toUpperCase(), { kind: 'handle_or_hash', hash }],
  [`${HASH.slice(0, 20)}\n  ${HASH.slice(20)}`, { kind: 'handle_or_hash', hash }],
  [`  "${HASH}",`, { kind: 'handle_or_hash', hash }],
  [`Transaction hash: ${HASH} (copied)`, { kind: 'handle_or_hash', hash }],
  [`\u202e\u200b${HASH}\u2066\ufeff`, { kind: 'handle_or_hash', hash }],
  [`${ADDRESS.slice(0, 9)}\u200d${ADDRESS.slice(9)}`, anAddress],
  [ADDRESS, anAddress],
  [address.slice(2), anAddress],
  [`0X${ADDRESS.slice(2)}`, anAddress],
  [`eth:${ADDRESS}`, anAddress],
])('reads %j', (input, expected) => {
  expect(parseQuery(input)).toEqual(expected);
});

test.each([
  ['0', 0],
  ['007', 7],
  ['17686110', 17_686_110],
  ['17,686,110', 17_686_110],
  ['17 686 110', 17_686_110],
  ['17\u202f686\u202f110', 17_686_110],
  ['17.686.110', 17_686_110],
  ["17'686'110", 17_686_110],
  ['17_686_110', 17_686_110],
  ['#17686110', 17_686_110],
  ['Block 17,686,110', 17_686_110],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%j is a height', (input, height) => {
  expect(parseQuery(input)).toEqual(block(height));
});

test.each([
  [`https://etherscan.io/tx/${HASH}#eventlog`, { kind: 'transaction', hash, chainId: 1, tab: '/logs' }],
  [`https://etherscan.io/tx/${HASH}#constructor`, { kind: 'transaction', hash, chainId: 1 }],
  [`etherscan.io/tx/${HASH}`, { kind: 'transaction', hash, chainId: 1 }],
  [`http://www.Basescan.org:443/tx/${HASH}?x=1`, { kind: 'transaction', hash, chainId: 8453 }],
  [
    `https://unknown.example/tx/${HASH}/token-transfers`,
    { kind: 'transaction', hash, tab: '/token-transfers' },
  ],
  [`/tx/${HASH}`, { kind: 'transaction', hash }],
  [`http://localhost:3000/31337/tx/${HASH}/fhe`, { kind: 'transaction', hash, chainId: 31_337, tab: '/fhe' }],
  [`/31337/tx/${HASH}`, { kind: 'transaction', hash, chainId: 31_337 }],
  [`https://api.example/1/api/v2/transactions/${HASH}`, { kind: 'transaction', hash, chainId: 1 }],
  [`/137/handle/${HASH}`, { kind: 'handle_or_hash', hash, chainId: 137 }],
  [`https://polygonscan.com/address/${ADDRESS}#code`, { ...anAddress, chainId: 137, tab: '/contract' }],
  [`https://eth.blockscout.com/address/${ADDRESS}?tab=txs`, { ...anAddress, chainId: 1 }],
  [`https://etherscan.io/txs?a=${ADDRESS}&p=2`, { ...anAddress, chainId: 1 }],
  ['https://otterscan.io/block/17686110/txs', { ...block(17_686_110), chainId: 1 }],
  ['/block/17,686,110', block(17_686_110)],
  [`https://eth.blockscout.com/block/${HASH}`, { kind: 'block', block: hash, chainId: 1 }],
  [`https://etherscan.io/token/${ADDRESS}`, { ...aToken, chainId: 1 }],
  [`https://etherscan.io/token/${ADDRESS}?a=42`, { ...instance('42'), chainId: 1 }],
  [`https://etherscan.io/token/${ADDRESS}?a=${HOLDER}`, { ...transfersOf(HOLDER, address), chainId: 1 }],
  [`https://etherscan.io/nft/${ADDRESS}/0`, { ...instance('0'), chainId: 1 }],
  [`/token/${ADDRESS}/instance/007/transfers`, instance('7')],
  [`/token/${ADDRESS}/holders`, { ...aToken, tab: '/holders' }],
  [`/token/${ADDRESS}/instance/${2n ** 256n - 1n}`, instance(`${2n ** 256n - 1n}`)],
  [`/token/${ADDRESS}/instance/${2n ** 256n}`, aToken],
  [`https://etherscan.io/search?f=0&q=${ADDRESS}`, { ...anAddress, chainId: 1 }],
  [`<https://etherscan.io/address/${ADDRESS}>.`, { ...anAddress, chainId: 1 }],
  [`https://shop.example/buy/${ADDRESS}`, anAddress],
])('follows %j', (input, expected) => {
  expect(parseQuery(input)).toEqual(expected);
});

/** Links as other explorers write them, and what they mean here. */
const TRANSACTION = { kind: 'transaction', hash };
const LINKS: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  Etherscan: [
    [`/tx/${HASH}#internal`, { ...TRANSACTION, tab: '/internal' }],
    [`/tx/${HASH}#statechange`, { ...TRANSACTION, tab: '/state' }],
    [`/address/${ADDRESS}#tokentxns`, { ...anAddress, tab: '/token-transfers' }],
    [`/address/${ADDRESS}#internaltx`, { ...anAddress, tab: '/internal' }],
    [`/address/${ADDRESS}#readContract`, { ...anAddress, tab: '/contract/read' }],
    [`/token/${ADDRESS}?a=${HOLDER}#transfers`, transfersOf(HOLDER, address)],
    [`/token/${ADDRESS}#balances`, { ...aToken, tab: '/holders' }],
    [`/token/${ADDRESS}#readContract`, { ...anAddress, tab: '/contract/read' }],
    [`/token/${ADDRESS}#code`, { ...anAddress, tab: '/contract' }],
    [`/nft/${ADDRESS}/7`, instance('7')],
    [`/nft/${ADDRESS}`, aToken],
    ['/block/5#withdrawals', { ...block(5), tab: '/withdrawals' }],
    ['/address/vitalik.eth', { kind: 'text', text: 'vitalik.eth' }],
    ['/search?f=0&q=vitalik.eth', { kind: 'text', text: 'vitalik.eth' }],
    ['/accounts/2?ps=100', aPage('/accounts?ps=100')],
    ['/contractsVerified', aPage('/verified-contracts')],
    ['/gastracker', aPage('/gas')],
    ['/tokentxns', aPage('/token-transfers')],
    ['/charts', aPage('/stats')],
    ['/txsPending', aPage('/txs?filter=pending')],
    // of a page that is not here, what it is about
    [`/tokentxns?a=${ADDRESS}&p=2`, { ...anAddress, tab: '/token-transfers' }],
    [`/tokenapprovalchecker?search=${ADDRESS}`, anAddress],
    [`/vmtrace?txhash=${HASH}&type=gethtrace2`, { kind: 'handle_or_hash', hash }],
  ],
  Blockscout: [
    [`/tx/${HASH}?tab=logs`, { ...TRANSACTION, tab: '/logs' }],
    [`/address/${ADDRESS}?tab=tokens`, { ...anAddress, tab: '/tokens' }],
    [`/address/${ADDRESS}?tab=read_contract`, { ...anAddress, tab: '/contract/read' }],
    [`/token/${ADDRESS}?tab=holders`, { ...aToken, tab: '/holders' }],
    [`/token/${ADDRESS}/instance/1?tab=metadata`, instance('1')],
    [`/op/${HASH}?tab=logs`, { kind: 'user_operation', hash }],
    [`/block/${HASH}?tab=withdrawals`, { kind: 'block', block: hash, tab: '/withdrawals' }],
    ['/verified-contracts?filter=vyper', aPage('/verified-contracts?filter=vyper')],
    ['/ops', aPage('/operations')],
    ['/stats/newTxns?interval=all', aPage('/stats/newTxns?interval=all')],
    ['/txs?tab=pending', aPage('/txs?filter=pending')],
    [`/advanced-filter?to_address_hashes_to_include=${ADDRESS}`, anAddress],
  ],
  Otterscan: [
    [`/tx/${HASH}/logs`, { ...TRANSACTION, tab: '/logs' }],
    ['/block/123/txs', block(123)],
    [`/address/${ADDRESS}/readContract`, { ...anAddress, tab: '/contract/read' }],
    [`/address/${ADDRESS}/txs/last`, anAddress],
  ],
};

test.each(Object.entries(LINKS).flatMap(([name, links]) => links.map((link) => [name, ...link] as const)))(
  '%s: %s',
  (_, path, expected) => {
    expect(parseQuery(path)).toEqual(expected);
    expect(parseQuery(`https://explorer.example${path}`)).toEqual(expected);
  },
);

test.each([
  ['', ''],
  ['   \t\n', ''],
  ['\u200b\u202e\u0000', ''],
  ['vitalik.eth', 'vitalik.eth'],
  ['USDC / WETH', 'USDC / WETH'],
  ['USDC/tokens', 'USDC/tokens'],
  ['accounts', 'accounts'],
  ['https://shop.example/buy/accounts', 'https://shop.example/buy/accounts'],
  ['  wrapped   ether ', 'wrapped ether'],
  ['tx/0x12', 'tx/0x12'],
  ['-5', '-5'],
  ['1.5', '1.5'],
  ['1,2345', '1,2345'],
  ['1,234.567', '1,234.567'],
  ['9007199254740992', '9007199254740992'],
  ['0x', '0x'],
  [HASH.slice(0, -1), HASH.slice(0, -1)],
  [`${ADDRESS} ${ADDRESS.replace('d', 'e')}`, `${ADDRESS} ${ADDRESS.replace('d', 'e')}`],
  ['\ud800lone', 'lone'],
  ['wrap\ufeffped\u00ad\u034f ether\ufe0f', 'wrapped ether'],
  ['two\tlines\nof text', 'two lines of text'],
  ['https://[', 'https://['],
  ['/tx/%E0%A4%A', '/tx/%E0%A4%A'],
])('%j is text', (input, text) => {
  expect(parseQuery(input)).toEqual({ kind: 'text', text });
});

test('what is too long is text, cut between characters', () => {
  expect(parseQuery(`${ADDRESS} ${' '.repeat(5000)}`)).toEqual({ kind: 'text', text: ADDRESS });
  const long = parseQuery('𝔸'.repeat(100_000));
  expect(long).toEqual({ kind: 'text', text: '𝔸'.repeat(200) });
});

test('never throws, never shows what hides, and is quick with hostile input', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '?',
        '#',
        'tx',
        'token',
        '0x',
        ADDRESS,
        HASH,
        'a=',
        ' ',
        ',',
        '1',
        '123',
        '\u202e',
        '%',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const parsed = parseQuery(parts.join(''));
      if (parsed.kind !== 'text') return;
      expect([...parsed.text].length).toBeLessThanOrEqual(200);
      expect(parsed.text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
  );
});

test('reading a height back gives the height, however it is written', () => {
  const separator = fc.constantFrom(',', '.', ' ', "'", '_', '');
  fc.assert(
    fc.property(fc.nat(), separator, (height, mark) => {
      const text = String(height).replace(/\B(?=(?:\d{3})+$)/g, mark);
      expect(parseQuery(text)).toEqual(block(height));
    }),
  );
});

test('hosts of explorers lead to the chain for which viem lists them', () => {
  let known = 0;
  for (const chain of Object.values(chains)) {
    if (typeof chain !== 'object' || !('id' in chain) || !('blockExplorers' in chain)) continue;
    const url = chain.blockExplorers?.default.url;
    if (url === undefined) continue;
    const { host } = new URL(url);
    const found = findExplorerChain(host);
    if (found === undefined) continue;
    known += 1;
    expect(`${host} ${found}`).toBe(`${host} ${chain.id}`);
  }
  expect(known).toBeGreaterThan(15);
  expect(findExplorerChain('example.org')).toBeUndefined();
});
