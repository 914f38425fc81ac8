import { t } from '@/lib/language/t';
import { DecryptProblem } from './problem';

/** A share of the answer that a node of the KMS encrypted and signed: hex without `0x`. */
export type Share = Readonly<{ payload: string; signature: string; extra_data: string | null }>;

const TIMEOUT_MS = 120_000;
const [LEAST_WAIT_MS, USUAL_WAIT_MS, MOST_WAIT_MS] = [500, 2_000, 10_000];
const MAX_ANSWER = 2_000_000;
const MAX_REASON = 200;
const MAX_SHARES = 64;
const HEX = /^(0x)?([0-9a-fA-F]{2})*$/;

/**
 * Has a relayer (version 2 of its API) decrypt for a visitor: sends the request and asks for the job's result until it has
 * one. Nothing but the request goes along: no cookies, no address of the page. Throws DecryptProblem.
 */
export async function askRelayer(
  url: string,
  request: object,
  operation: 'user-decrypt' | 'delegated-user-decrypt' = 'user-decrypt',
): Promise<readonly Share[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const target = `${url}/${operation}`;
  const headers = { 'content-type': 'application/json' };
  let answer = await send(target, { method: 'POST', headers, body: JSON.stringify(request), signal });
  let job: string | undefined;
  while (answer.status === 202 || (answer.status === 429 && job === undefined)) {
    job ??= answer.status === 202 ? jobOf(answer.body) : undefined;
    await wait(answer.waitMs, signal);
    answer =
      job === undefined
        ? await send(target, { method: 'POST', headers, body: JSON.stringify(request), signal })
        : await send(`${target}/${job}`, { signal });
  }
  if (answer.status !== 200) throw new DecryptProblem(describeFailure(answer));
  return readShares(answer.body);
}

type Answer = Readonly<{ status: number; body: unknown; waitMs: number }>;

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const options = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const;
    const response = await fetch(url, { ...init, ...options, cache: 'no-store' });
    const text = await response.text();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const waitMs = Number.isFinite(seconds) ? 1_000 * seconds : USUAL_WAIT_MS;
    return {
      status: response.status,
      body: text.length > MAX_ANSWER ? undefined : parse(text),
      waitMs: Math.min(Math.max(waitMs, LEAST_WAIT_MS), MOST_WAIT_MS),
    };
  } catch {
    throw unanswered();
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(unanswered()) : resolve()), milliseconds);
  });
}

const unanswered = () => new DecryptProblem(t('The relayer did not answer.'));
const malformed = () => new DecryptProblem(t('The answer of the relayer has an unknown form.'));

function jobOf(body: unknown): string {
  const { jobId } = objectOf(objectOf(body).result);
  if (typeof jobId !== 'string' || !/^[\w-]{1,100}$/.test(jobId)) throw malformed();
  return jobId;
}

function describeFailure({ status, body }: Answer): string {
  const { message } = objectOf(objectOf(body).error);
  const reason = typeof message === 'string' ? message.slice(0, MAX_REASON) : `HTTP ${status}`;
  return t('The relayer refused the request: {reason}', { reason });
}

function readShares(body: unknown): Share[] {
  const { result } = objectOf(objectOf(body).result);
  if (!Array.isArray(result) || result.length === 0 || result.length > MAX_SHARES) throw malformed();
  return result.map((one) => {
    const { payload, signature, extraData = null } = objectOf(one);
    if (!isHex(payload) || !isHex(signature) || !(extraData === null || isHex(extraData))) throw malformed();
    return {
      payload: bare(payload),
      signature: bare(signature),
      extra_data: extraData === null ? null : bare(extraData),
    };
  });
}

const bare = (hex: string) => hex.replace(/^0x/, '');
const isHex = (value: unknown): value is string => typeof value === 'string' && HEX.test(value);

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
