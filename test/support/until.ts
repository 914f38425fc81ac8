import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until there is a result and returns it; throws after `timeoutMs`, naming `what`. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 240_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await delay(POLL_MS);
  }
  throw new Error(`waited ${timeoutMs / 1000} s for ${what}`);
}
