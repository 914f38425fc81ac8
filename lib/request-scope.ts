import { AsyncLocalStorage } from 'node:async_hooks';
import type {} from './tracing';

/** The request that the present work is done for. `isApiAway`: the API did not answer it, or not for now. */
export type RequestScope = { readonly requestId: string; isApiAway?: boolean };

declare global {
  // Next bundles the pages apart from the program that serves them: they share nothing but this.
  var requestScopes: AsyncLocalStorage<RequestScope> | undefined;
}

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The ID that a client or the role in front gave to its request, if it is one; else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : crypto.randomUUID();
}

/** Runs `work`, and all that it starts, for a request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  globalThis.requestScopes ??= new AsyncLocalStorage();
  return globalThis.requestScopes.run(scope, work);
}

/** What tells the program that is called for this request, and where traces are written the span. */
export function scopeHeaders(): Readonly<Record<string, string>> {
  const scope = currentScope();
  return { ...(scope && { 'x-request-id': scope.requestId }), ...globalThis.tracing?.headers() };
}

/** The request that the present work is done for; undefined for work of the program's own. */
export function currentScope(): RequestScope | undefined {
  return globalThis.requestScopes?.getStore();
}

/** Notes for the present request that the API does not answer, or not for now: should its page fail, that is why. */
export function noteApiAway(): void {
  const scope = currentScope();
  if (scope) scope.isApiAway = true;
}
