import { expect } from 'vitest';
import { z } from 'zod';
import type { TestApi } from './api-harness';

const cursor = z.record(z.string(), z.union([z.string(), z.number()])).nullable();

/** The items of every page of a list, as clients walk it: next_page_params merged into the previous query. */
export async function walkPages<T>(
  api: TestApi,
  path: string,
  options: { item: z.ZodType<T>; query?: Record<string, string | number> },
): Promise<T[][]> {
  const page = z.object({ items: z.array(options.item), next_page_params: cursor });
  const pages: T[][] = [];
  let query = options.query ?? {};
  for (;;) {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const answer = await api.get(`${path}?${new URLSearchParams(entries)}`);
    expect([path, query, answer.status]).toEqual([path, query, 200]);
    const { items, next_page_params } = page.parse(answer.body);
    pages.push(items);
    if (next_page_params === null) return pages;
    if (pages.length > 2_000) throw new Error(`${path} does not end`);
    query = { ...query, ...next_page_params };
  }
}
