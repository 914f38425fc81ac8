import { concat, type Hex, stringToHex } from 'viem';
import type { DemoChain } from '../chain';
import { getUser } from '../user';

const MAX_UINT256 = 2n ** 256n - 1n;

type OddToken = { as: string; name: Hex; symbol: Hex; decimals?: bigint };

/** Tokens with answers that no explorer should trust; each is deployed and transferred once. */
const ODD_TOKENS: readonly OddToken[] = [
  {
    as: 'Markup token',
    name: stringToHex('<script>alert("name")</script>'),
    symbol: stringToHex('<b>X</b>'),
    decimals: 18n,
  },
  { as: 'Broken text token', name: '0xfffec3286162e28228', symbol: '0x80', decimals: 6n },
  {
    as: 'Right-to-left token',
    name: stringToHex('مرحبا \u202edrawkcab\u202c'),
    symbol: stringToHex('عملة'),
    decimals: 8n,
  },
  { as: 'NUL token', name: stringToHex('nul\0inside'), symbol: stringToHex('\0'), decimals: 18n },
  { as: 'Nameless token', name: '0x', symbol: '0x', decimals: 0n },
  {
    as: 'Too many decimals token',
    name: stringToHex('Too many decimals'),
    symbol: stringToHex('DEC'),
    decimals: 256n,
  },
  {
    as: 'Endless decimals token',
    name: stringToHex('Endless decimals'),
    symbol: stringToHex('END'),
    decimals: MAX_UINT256,
  },
  {
    as: 'Impostor token',
    name: stringToHex('Demo Dоllar'),
    symbol: stringToHex('dUSD\u200b'),
    decimals: 6n,
  },
  {
    as: 'Long name token',
    name: stringToHex(`${'Very '.repeat(200)}long`),
    symbol: stringToHex('LONG'.repeat(60)),
  },
  {
    as: 'Emoji token',
    name: stringToHex('🪐 Saturn 👩‍🚀'),
    symbol: stringToHex('🪐'),
    decimals: 18n,
  },
];

/** Tokens with hostile metadata, extreme amounts, and NFTs with hostile URIs. */
export async function issueHostileTokens(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 10);
  for (const { as, name, symbol, decimals = 18n } of ODD_TOKENS)
    await chain.deploy({ from, contract: 'OddToken', as, args: [name, symbol, decimals] });
  for (const contract of ['HugeNameToken', 'Bytes32Token', 'BlackHoleToken'] as const)
    await chain.deploy({ from, contract });
  await chain.mine();
  const others = ['HugeNameToken', 'Bytes32Token', 'BlackHoleToken'];
  const args = [getUser(chain, 11).address, 1_000_000n];
  for (const to of [...ODD_TOKENS.map((token) => token.as), ...others])
    await chain.call({ from, to, fn: 'transfer', args, name: `transfer of ${to}` });
  await chain.mine();
  for (let count = 1; count <= 10; count++) {
    const most = [getUser(chain, 11).address, MAX_UINT256];
    const name = `transfer of 2^256-1, ${count} of 10`;
    await chain.call({ from, to: 'Nameless token', fn: 'transfer', args: most, name });
  }
  await chain.mine();
  await mintOddPictures(chain);
}

const TOKEN_URIS: readonly (string | Uint8Array)[] = [
  '',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json',
  'http://127.0.0.1:1/metadata.json',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
  'data:application/json,{"name":"<img src=x onerror=alert(1)>","image":"javascript:alert(1)"}',
  'data:application/json;base64,not base64 at all',
  `data:application/json,${'['.repeat(5_000)}`,
  'data:application/json,{"name":12,"image":{"deep":[1,2,3]},"attributes":"none"}',
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>`,
  'file:///etc/passwd',
  Uint8Array.of(0xff, 0xfe, 0x00, 0xc3, 0x28),
  'data:application/json;base64,eyJuYW1lIjoiXHVEODAwIGFsb25lIn0=',
];

async function mintOddPictures(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 10);
  await chain.deploy({ from, contract: 'OddNft' });
  await chain.mine();
  for (const [id, uri] of TOKEN_URIS.entries()) {
    const bytes =
      typeof uri === 'string' ? stringToHex(uri) : concat([`0x${Buffer.from(uri).toString('hex')}`]);
    const args = [from.address, BigInt(id), bytes];
    await chain.call({ from, to: 'OddNft', fn: 'mint', args, gas: 6_000_000n, name: `odd picture ${id}` });
  }
  const last = [from.address, MAX_UINT256, '0x'];
  await chain.call({ from, to: 'OddNft', fn: 'mint', args: last, name: 'odd picture of the last id' });
  await chain.mine();
}
