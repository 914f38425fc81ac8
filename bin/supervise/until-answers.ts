import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@/lib/errors';

const POLL_MS = 100;
const ANSWER_TIMEOUT_MS = 10_000;

/** Polls a URL until it returns 200. Throws AppError `internal` naming the log file after `timeoutMs`. */
export async function untilAnswers(
  url: string,
  options: { name: string; logFile: string; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  let last = 'no response';
  while (Date.now() < deadline) {
    options.signal.throwIfAborted();
    last = await requestStatus(url);
    if (last === '200') return;
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
  throw new AppError(
    'internal',
    `${options.name} is not ready after ${options.timeoutMs / 1000} s (${url}: ${last}); its log is ${options.logFile}.`,
  );
}

async function requestStatus(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no response';
  }
}
