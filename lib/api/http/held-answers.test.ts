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
