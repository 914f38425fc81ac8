import { startTestChain, type TestChain } from '@/demo/test-chain';

/** What files that share a demo chain read of it: they add nothing to it. */
export type SharedChain = Omit<TestChain, 'stop'>;

let started: Promise<TestChain> | undefined;

/** The demo chain of a worker, with which it ends. */
export function shareTestChain(): Promise<SharedChain> {
  started ??= startTestChain();
  return started;
}
