import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, INVALID_UTF8, MAX_UINT256, NO_ACCOUNTS, nulls } from '@/test/support/rows';
import { instanceKey, presentTokenInstance } from './present';

const ROW = {
  token_address: address(0x20),
  token_id: '0',
  type: 'ERC-721' as const,
  owner: address(0x11),
  uri: null,
  metadata: null,
};
const context = { addresses: NO_ACCOUNTS, token: null };
const OF_UNKNOWN_CONTENT = {
  id: '0',
  owner: presentAddress(address(0x11), NO_ACCOUNTS),
  is_unique: true,
  ...nulls(`metadata image_url animation_url external_app_url media_url media_type metadata_url
    external_image_url external_animation_url thumbnails token value balance_source balance_block transfers_sum`),
  owner_source: 'transfers',
  token_type: 'ERC-721',
};

test('an NFT of which nothing is known', () => {
  expect(presentTokenInstance(ROW, context)).toEqual(OF_UNKNOWN_CONTENT);
});

test('one of many is not unique, and has no owner but a balance, which says how and when it is known', () => {
  const row = { ...ROW, type: 'ERC-1155' as const, owner: null, token_id: MAX_UINT256 };
  const balance = { value: '0', source: 'balanceOf' as const, block: 9, sum: null };
  expect(presentTokenInstance(row, context, balance)).toEqual({
    ...OF_UNKNOWN_CONTENT,
    id: MAX_UINT256,
    token_type: 'ERC-1155',
    owner: null,
    owner_source: null,
    is_unique: null,
    value: '0',
    balance_source: 'balanceOf',
    balance_block: 9,
  });
  const sum = { value: null, source: null, block: null, sum: '3' };
  expect(presentTokenInstance(row, context, sum)).toMatchObject({ value: null, transfers_sum: '3' });
});

test('metadata inside the contract is shown, and media in it; what is elsewhere is only named', () => {
  const metadata = Buffer.from(
    JSON.stringify({
      name: 'One',
      image: 'data:image/png;base64,AAAA',
      animation_url: 'https://a.example/1.mp4',
      external_url: 'https://a.example',
    }),
  );
  expect(presentTokenInstance({ ...ROW, metadata }, context)).toEqual({
    ...OF_UNKNOWN_CONTENT,
    metadata: JSON.parse(metadata.toString()),
    image_url: 'data:image/png;base64,AAAA',
    external_app_url: 'https://a.example',
    media_url: 'data:image/png;base64,AAAA',
    media_type: 'image/png',
    external_animation_url: 'https://a.example/1.mp4',
  });
});

test('metadata that is none shows nothing', () => {
  for (const metadata of [INVALID_UTF8, Buffer.alloc(0), Buffer.from('[1]')])
    expect(presentTokenInstance({ ...ROW, metadata }, context)).toEqual(OF_UNKNOWN_CONTENT);
});

test('a URI is named; a picture in its place is shown', () => {
  const named = presentTokenInstance({ ...ROW, uri: Buffer.from('ipfs://Qm/1') }, context);
  expect(named).toEqual({ ...OF_UNKNOWN_CONTENT, metadata_url: 'ipfs://Qm/1' });
  const url = 'data:image/png;base64,AAAA';
  expect(presentTokenInstance({ ...ROW, uri: Buffer.from(url) }, context)).toEqual({
    ...OF_UNKNOWN_CONTENT,
    image_url: url,
    media_url: url,
    media_type: 'image/png',
  });
  const script = presentTokenInstance({ ...ROW, uri: Buffer.from('javascript:alert(1)') }, context);
  expect(script).toEqual(OF_UNKNOWN_CONTENT);
});

test('an instance is found by contract and id', () => {
  expect(instanceKey({ token_address: address(0x20), token_id: '-1' })).toBe(
    `${address(0x20).toString('hex')}/-1`,
  );
});
