import { type APIRequestContext, expect } from '@playwright/test';
import { findSamples, type Route, type Samples } from '../scripts/routes.mjs';
import { readApi } from './checks';
import type { Site } from './site';

/** Transactions that are hard to show, beside those of any chain. */
const LARGEST = 'encryption of 2^256-1';
const HARD_FAILURES = ['revert with right-to-left text', 'revert with a long reason'];

let known: Promise<Samples> | undefined;

/** What is worth visiting on the running site, looked up once per process. */
export function readSamples(request: APIRequestContext, site: Site): Promise<Samples> {
  known ??= find(request, site);
  return known;
}

export function pathsOf({ paths }: Route, samples: Samples): readonly string[] {
  return [...new Set(paths(samples))];
}

async function find(request: APIRequestContext, site: Site): Promise<Samples> {
  const samples = await findSamples(async (path) => {
    const answer = await request.get(`${site.url}${path}`);
    expect(answer.status(), path).toBe(200);
    return answer.json();
  });
  const readHard = async (name: string) => {
    const { hash, block_number: block } = await readApi(
      request,
      site,
      `/transactions/${site.transactions[name]}`,
    );
    return { hash, block };
  };
  const [largest, ...failures] = await Promise.all([LARGEST, ...HARD_FAILURES].map(readHard));
  return {
    ...samples,
    hostile: largest === undefined ? samples.hostile : [...samples.hostile, largest],
    failures: [...samples.failures, ...failures],
  };
}
