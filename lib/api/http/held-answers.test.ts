import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createHeldAnswers } from './held-answers';

const LARGE = 600_000;

test('large answers that nobody takes are too much together, until one is over', () => {
  const held = createHeldAnswers(1_000_000);
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  held.add(first, LARGE);
  expect(held.areTooLarge()).toBe(false);
  held.add(second, LARGE);
  expect(held.areTooLarge()).toBe(true);
  first.emit('close');
  expect(held.areTooLarge()).toBe(false);
});

test('small answers count nothing', () => {
  const held = createHeldAnswers(1_000_000);
  for (let count = 0; count < 1_000; count += 1) held.add(new EventEmitter(), 10_000);
  expect(held.areTooLarge()).toBe(false);
});

test('an answer whose client has left, or whose connection ends, is held no longer', () => {
  const held = createHeldAnswers(500_000);
  held.add(Object.assign(new EventEmitter(), { destroyed: true }), LARGE);
  held.add(
    Object.assign(new EventEmitter(), {
      req: { socket: Object.assign(new EventEmitter(), { destroyed: true }) },
    }),
    LARGE,
  );
  expect(held.areTooLarge()).toBe(false);
  const socket = new EventEmitter();
  const response = Object.assign(new EventEmitter(), { req: { socket } });
  held.add(response, LARGE);
  expect(held.areTooLarge()).toBe(true);
  socket.emit('close');
  response.emit('close');
  expect(held.areTooLarge()).toBe(false);
  held.add(new EventEmitter(), LARGE);
  expect(held.areTooLarge()).toBe(true);
  expect([socket.listenerCount('close'), response.listenerCount('close')]).toEqual([0, 0]);
});
