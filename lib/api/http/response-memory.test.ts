import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createResponseMemory } from './response-memory';

const LARGE = 600_000;

test('large responses that clients do not read fill the memory until one is closed', () => {
  const memory = createResponseMemory(1_000_000);
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  memory.add(first, LARGE);
  expect(memory.isFull()).toBe(false);
  memory.add(second, LARGE);
  expect(memory.isFull()).toBe(true);
  first.emit('close');
  expect(memory.isFull()).toBe(false);
});

test('small responses are not counted', () => {
  const memory = createResponseMemory(1_000_000);
  for (let count = 0; count < 1_000; count += 1) memory.add(new EventEmitter(), 10_000);
  expect(memory.isFull()).toBe(false);
});

test('a response whose client is gone, or whose connection closes, is released', () => {
  const memory = createResponseMemory(500_000);
  memory.add(Object.assign(new EventEmitter(), { destroyed: true }), LARGE);
  memory.add(
    Object.assign(new EventEmitter(), {
      req: { socket: Object.assign(new EventEmitter(), { destroyed: true }) },
    }),
    LARGE,
  );
  expect(memory.isFull()).toBe(false);
  const socket = new EventEmitter();
  const response = Object.assign(new EventEmitter(), { req: { socket } });
  memory.add(response, LARGE);
  expect(memory.isFull()).toBe(true);
  socket.emit('close');
  response.emit('close');
  expect(memory.isFull()).toBe(false);
  memory.add(new EventEmitter(), LARGE);
  expect(memory.isFull()).toBe(true);
  expect([socket.listenerCount('close'), response.listenerCount('close')]).toEqual([0, 0]);
});
