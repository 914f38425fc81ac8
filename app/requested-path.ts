import { headers } from 'next/headers';

/** The path of the request, passed on by proxy.ts, as layouts and error pages do not get it. */
export async function requestedPath(): Promise<string> {
  return (await headers()).get('x-requested-path') ?? '/';
}

/** The query of the request's URL, with its question mark; empty if none. */
export async function requestedQuery(): Promise<string> {
  return (await headers()).get('x-requested-query') ?? '';
}

/** The search text of the request's URL; empty if none. */
export async function requestedSearch(): Promise<string> {
  return new URLSearchParams(await requestedQuery()).get('q')?.slice(0, 200) ?? '';
}

/** The status that the API answered proxy.ts before an error page, 0 for none; 200 on other pages. */
export async function readApiAnswer(): Promise<number> {
  return Number((await headers()).get('x-api-answer') ?? 200);
}

/** Whether an error page may blame itself: the API answers, if only that it has no list of chains. */
export function isApiFine(answer: number): boolean {
  return answer === 200 || answer === 404;
}
