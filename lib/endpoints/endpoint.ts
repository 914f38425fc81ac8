import { z } from 'zod';
import { count } from './formats';

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

type Defaulted = 'service' | 'credits' | 'tag' | 'errors';

/** Defines an endpoint: 20 credits, rejects invalid parameters, tagged by its path, unless it says otherwise. */
export function defineEndpoint<P extends Fields, Q extends Fields, R extends z.ZodType>(
  endpoint: Omit<Endpoint<P, Q, R>, Defaulted> & Partial<Pick<Endpoint, Defaulted>>,
): Endpoint<P, Q, R> {
  const { service = 'explorer', credits = 20, tag = tagOf(endpoint.path), errors = [422] } = endpoint;
  return Object.freeze({ ...endpoint, service, credits, tag, errors });
}

/** `/token-transfers/…` is tagged `token transfers`. */
function tagOf(path: string): Endpoint['tag'] {
  const name = path.split('/')[1]?.replaceAll('-', ' ');
  const tag = TAGS.find((known) => known === name);
  if (tag === undefined) throw new Error(`no tag is called ${name}`);
  return tag;
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

/** A page of a list whose `next_page_params` are these fields and the page size. */
export function listPageOf<Item extends z.ZodType, Next extends z.ZodRawShape>(item: Item, next: Next) {
  return pageOf(item, z.object({ ...next, items_count: count }));
}

/** A page's note on what it lacks, null when nothing. */
export function pageNote<const Status extends readonly [string, ...string[]]>(
  statuses: Status,
  description: string,
) {
  return z
    .object({ status: z.enum(statuses), message: z.string() })
    .nullable()
    .default(null)
    .meta({ description });
}
