import { expect, test } from 'vitest';
import { createCleanup } from './cleanup';

const recorder = () => {
  const done: string[] = [];
  const step = (name: string) => async () => {
    await Promise.resolve();
    done.push(name);
  };
  return { done, step };
};

test('the steps run in the opposite order, each after the one before', async () => {
  const { done, step } = recorder();
  const cleanup = createCleanup(() => undefined);
  for (const name of ['database', 'chain', 'roles']) cleanup.add(step(name));
  await cleanup.run();
  expect(done).toEqual(['roles', 'chain', 'database']);
});

test('a step that is added while the end is on its way is run too, and waited for', async () => {
  const { done, step } = recorder();
  const cleanup = createCleanup(() => undefined);
  cleanup.add(async () => {
    cleanup.add(step('late'));
    await step('first')();
  });
  await cleanup.run();
  expect(done.sort()).toEqual(['first', 'late']);
});

test('a step that fails does not keep the others from running', async () => {
  const { done, step } = recorder();
  const failures: unknown[] = [];
  const cleanup = createCleanup((error) => failures.push(error));
  const failure = new Error('the node does not stop');
  cleanup.add(step('database'));
  cleanup.add(async () => {
    throw failure;
  });
  await cleanup.run();
  expect(done).toEqual(['database']);
  expect(failures).toEqual([failure]);
});
