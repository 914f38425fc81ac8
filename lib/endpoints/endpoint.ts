import { z } from 'zod';

/** A service, by path prefix. */
export type Service = 'explorer' | 'stats' | 'statsHealth';

/** Error statuses of an endpoint beside the gate's. */
export type DocumentedError = 404 | 422 | 400 | 503;

/** Groups of the OpenAPI document, in order. */
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

/** An operation's definition for server, client, tests and OpenAPI; `path` is below the service's prefix. */
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
  media?: 'text/csv';
  credits: number;
  tag: (typeof TAGS)[number];
  summary: string;
  description: string;
  errors: readonly DocumentedError[];
}>;

/** Defines an endpoint with precise types. */
export function defineEndpoint<P extends Fields, Q extends Fields, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, R>,
): Endpoint<P, Q, R> {
  return Object.freeze(endpoint);
}

/** Path prefixes of the services, after `/{chain_id}` on the multichain surface. */
export const SERVICE_PREFIX = {
  explorer: '/api/v2',
  stats: '/stats-service/api/v1',
  statsHealth: '/stats-service/health',
} as const satisfies Record<Service, string>;

/** A page of a list; `next_page_params` is null on the last one. */
export function pageOf<Item extends z.ZodType, Next extends z.ZodType>(item: Item, next: Next) {
  return z.object({ items: z.array(item), next_page_params: next.nullable() });
}
