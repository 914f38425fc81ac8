import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { guessEvents } from './guess-events';

const push = (word: string) => `7f${word.replace(/^0x/, '')}`;

test('events are known ones whose topic code pushes; constants and unknown hashes are none', () => {
  const code = [
    push(toEventSelector('Transfer(address,address,uint256)')),
    push(toEventSelector('Nobody(uint256)')),
    push('ff'.repeat(32)),
    push(toEventSelector('Transfer(address,address,uint256)')),
  ].join('');
  const found = guessEvents(Buffer.from(code, 'hex'), []);
  expect(found.map(({ event }) => event.name)).toEqual(['Transfer']);
});

test('no code and cut code have no events', () => {
  expect(guessEvents(Buffer.alloc(0), [])).toEqual([]);
  expect(guessEvents(Buffer.from('7fddf2', 'hex'), [])).toEqual([]);
});
