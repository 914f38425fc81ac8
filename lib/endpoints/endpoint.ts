import { z } from 'zod';

/** Which of the path prefixes an endpoint stands below. */
export type Service = 'explorer' | 'stats' | 'statsHealth';

/** The answers other than 200 that an endpoint may give, beside those of the gate. */
export type DocumentedError = 404 | 422 | 400 | 503;

/** The groups of the document, in its order. */
export const TAGS = [
  'transactions',
  'tokens',
  'token transfers',
  'addresses',
  'blocks',
  'withdrawals',
  'internal transactions',
  'chain',
  'main page',
  'search',
  'statistics',
  'config',
] as const;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/**
 * One operation of the API, as data: the server (`implement`), the client (`call`), the tests and the OpenAPI
 * document read the same definition. `path` is relative to the service's prefix, parameters in braces, named as
 * they appear in 422 pointers.
 */
export type Endpoint<
  P extends Fields = Fields,
  Q extends Fields = Fields,
  R extends z.ZodType = z.ZodType,
> = Readonly<{
  id: string;
  service: Service;
  path: string;
  params: P;
  query: Q;
  response: R;
  /** What a 200 is, JSON when not given. */
  media?: 'text/csv';
  /** Charged on a 200 with a key. */
  credits: number;
  tag: (typeof TAGS)[number];
  summary: string;
  description: string;
  errors: readonly DocumentedError[];
}>;

/** Keeps the precise types of a definition. */
export function defineEndpoint<P extends Fields, Q extends Fields, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, R>,
): Endpoint<P, Q, R> {
  return Object.freeze(endpoint);
}

/** The path prefixes of the services, below `/{chain_id}` on the multichain surface and below nothing on the per-instance surface. */
export const SERVICE_PREFIX = {
  explorer: '/api/v2',
  stats: '/stats-service/api/v1',
  statsHealth: '/stats-service/health',
} as const satisfies Record<Service, string>;

/** A page of a list; `next_page_params` is null on the last one. */
export function pageOf<Item extends z.ZodType, Next extends z.ZodType>(item: Item, next: Next) {
  return z.object({ items: z.array(item), next_page_params: next.nullable() });
}
