import { expect, test } from 'vitest';
import { readMetadata } from './instance-metadata';

const read = (uri: string, id?: Buffer) => {
  const kept = readMetadata(Buffer.from(uri), id);
  return kept && { uri: kept.uri?.toString() ?? null, metadata: kept.metadata?.toString() ?? null };
};
const ID = Buffer.from('4cce0'.padStart(64, '0'), 'hex');

test('metadata inside the URI is kept itself, anything else as the URI', () => {
  expect(read(`data:application/json;base64,${Buffer.from('{"a":1}').toString('base64')}`)).toEqual({
    uri: null,
    metadata: '{"a":1}',
  });
  expect(read('data:application/json;utf8,{"a":"%"}')).toEqual({ uri: null, metadata: '{"a":"%"}' });
  expect(read('ipfs://Qm/1')).toEqual({ uri: 'ipfs://Qm/1', metadata: null });
  expect(read('data:image/svg+xml,<svg/>')).toEqual({ uri: 'data:image/svg+xml,<svg/>', metadata: null });
});

test('the id is filled in as 64 lower-case digits, for ERC-1155 only', () => {
  const digits = ID.toString('hex');
  expect(read('https://a.example/{id}.json?{id}', ID)?.uri).toBe(
    `https://a.example/${digits}.json?${digits}`,
  );
  expect(read('https://a.example/{id}.json')?.uri).toBe('https://a.example/{id}.json');
  expect(read('data:,{"id":"{id}"}', ID)?.metadata).toBe(`{"id":"${digits}"}`);
});

test('what is empty or too large is not kept', () => {
  expect(read('')).toBeUndefined();
  expect(read(`https://${'x'.repeat(2_000)}`)).toBeUndefined();
  expect(read(`data:,${'x'.repeat(256 * 1024)}`)).toBeUndefined();
  expect(read(`data:,${'{id}'.repeat(10_000)}`, ID)).toBeUndefined();
});
