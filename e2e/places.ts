import { type APIRequestContext, expect } from '@playwright/test';
import { findPlaces, type Places, type Route } from '../scripts/routes.mjs';
import { readApi } from './checks';
import type { Site } from './site';

/** Transactions that are hard to show, beside those of any chain. */
const LARGEST = 'encryption of 2^256-1';
const HARD_FAILURES = ['revert with right-to-left text', 'revert with a long reason'];

let known: Promise<Places> | undefined;

/** What is worth visiting on the running site, looked up once per process. */
export function readPlaces(request: APIRequestContext, site: Site): Promise<Places> {
  known ??= find(request, site);
  return known;
}

export function pathsOf({ paths }: Route, places: Places): readonly string[] {
  return [...new Set(paths(places))];
}

async function find(request: APIRequestContext, site: Site): Promise<Places> {
  const places = await findPlaces(async (path) => {
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
    ...places,
    hostile: largest === undefined ? places.hostile : [...places.hostile, largest],
    failures: [...places.failures, ...failures],
  };
}
