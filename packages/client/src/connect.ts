import { defaults } from './api.ts';
import { type RetryRules, retrying } from './retry.ts';

/** Where the API is, and what every call sends. Without a key, the operations of the default chain (`…OfInstance`). */
export type Connection = Readonly<{
  /** Without a slash at its end: `https://explorer.example`. */
  url: string;
  key?: string | undefined;
  /** How a 429 is waited for. */
  retry?: RetryRules;
  /** Instead of the global fetch. */
  fetch?: typeof fetch;
}>;

/** Sets the address, the key and the retries of all calls that follow. */
export function connect({ url, key, retry, fetch: send }: Connection): void {
  defaults.baseUrl = url.replace(/\/+$/, '');
  defaults.headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  defaults.fetch = retrying(send ?? ((...request) => fetch(...request)), retry);
}
