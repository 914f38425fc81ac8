import { z } from 'zod';
import { count, INTEGER_STRING } from './formats';
import { addressParam, expected, hashParam } from './params';

/** Parameters of paths, by name. */
const PATH_PARAMS = {
  address_hash_param: addressParam,
  block_hash_or_number_param: z
    .string()
    .regex(/^(0x[A-Fa-f0-9]{64}|\d+)$/, { error: 'Invalid block hash or number' })
    .meta({ description: 'A block hash or number.' }),
  block_number_param: z
    .string()
    .regex(/^\d{1,30}$/, { error: 'Invalid number' })
    .meta({ description: 'The number of a future block.', example: '999999999' }),
  handle_param: hashParam.meta({ description: 'Handle of an encrypted value: 32 bytes as hex.' }),
  name: z.string().meta({ description: 'ID of the chart.', example: 'newTxns' }),
  operation_hash_param: hashParam.meta({ description: 'Hash of a user operation.' }),
  /** Of any size, even negative. */
  token_id_param: z
    .string()
    .regex(INTEGER_STRING, expected(INTEGER_STRING))
    .meta({ description: 'Token ID, decimal.' }),
  transaction_hash_param: hashParam,
  verification_id_param: z
    .uuid({ error: 'Invalid ID' })
    .meta({ description: 'ID of a verification, as returned when it started.' }),
} as const;

type Name = keyof typeof PATH_PARAMS;
type NamesIn<Path extends string> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | NamesIn<Rest>
  : never;

/** The schema of a path's parameters. */
type PathParams<Path extends string> = z.ZodObject<
  Pick<typeof PATH_PARAMS, NamesIn<Path> & Name>,
  z.core.$strict
>;

/** Builds it from `{names}` in the path; below `/tokens`, the address is a token's. Throws for an unknown name. */
function pathParams<Path extends string>(path: Path): PathParams<Path>;
function pathParams(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return z.strictObject(Object.fromEntries(names.map((name) => [name, schemaOf(name, path)])));
}

const tokenParam = addressParam.meta({ description: 'Address of the token contract.' });

function schemaOf(name: string, path: string): z.ZodType {
  if (!isName(name)) throw new Error(`unknown path parameter ${name}`);
  return name === 'address_hash_param' && path.startsWith('/tokens/') ? tokenParam : PATH_PARAMS[name];
}

function isName(name: string): name is Name {
  return Object.hasOwn(PATH_PARAMS, name);
}

/** A service, by path prefix. */
export type Service = 'explorer' | 'explorerV1' | 'stats' | 'statsHealth' | 'modules' | 'legacy';

/** Whose types an answer has, where the specification and Blockscout differ. */
export const ANSWER_TYPES = ['specification', 'blockscout'] as const;
/** Whose types an answer has. */
export type AnswerTypes = (typeof ANSWER_TYPES)[number];

/** Error statuses of an endpoint besides the gate's. */
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
  'fhe',
  'chain',
  'main page',
  'search',
  'statistics',
  'config',
  'module and action',
] as const;

/** What the counts of token transfers count. */
export const BATCHES_ONCE = 'Transfer logs: a batch is one, and has an item per ID in lists.';

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
  /** The answer as the specification types it: on the per-instance surface, unless the dialect is `blockscout`. */
  specified?: z.ZodType;
  /** Request headers that the answer depends on, and what they do. */
  headers?: Readonly<Record<string, string>>;
  media?: 'text/csv';
  credits: number;
  /** As how many requests it counts for callers without a key: more where a node works for it. */
  requests?: number;
  tag: (typeof TAGS)[number];
  summary: string;
  description: string;
  errors: readonly DocumentedError[];
}>;

type Defaulted = 'service' | 'query' | 'credits' | 'tag' | 'errors';
type NoQuery = z.ZodObject<Readonly<Record<never, never>>, z.core.$strict>;

/**
 * Defines an endpoint; its path names its parameters. Unless it says otherwise: no query, 20 credits, 422 for invalid
 * parameters, 404 where the path names something else than an address, 503 for what is not indexed
 * yet, and the tag of its path.
 */
export function defineEndpoint<
  const Path extends string,
  R extends z.ZodType,
  Q extends Fields = NoQuery,
  S extends z.ZodType = z.ZodNever,
>(
  endpoint: Omit<Endpoint<PathParams<Path>, Q, R>, Defaulted | 'path' | 'params'> &
    Partial<Pick<Endpoint<PathParams<Path>, Q>, Defaulted>> & { path: Path; specified?: S },
): Endpoint<PathParams<Path>, Q, R> & { specified?: S };
export function defineEndpoint(
  endpoint: Omit<Endpoint, Defaulted | 'params'> & Partial<Pick<Endpoint, Defaulted>>,
): Endpoint {
  const { path, service = 'explorer', query = z.strictObject({}), credits = 20 } = endpoint;
  const { tag = tagOf(path), errors = errorsOf(path) } = endpoint;
  return Object.freeze({ ...endpoint, params: pathParams(path), service, query, credits, tag, errors });
}

function errorsOf(path: string): Endpoint['errors'] {
  if (!path.includes('{')) return [422];
  return path.startsWith('/addresses/') ? [422, 503] : [404, 422, 503];
}

/** `/token-transfers/…` is tagged `token transfers`. */
function tagOf(path: string): Endpoint['tag'] {
  const name = path.split('/')[1]?.replaceAll('-', ' ');
  const tag = TAGS.find((known) => known === name);
  if (tag === undefined) throw new Error(`unknown tag ${name}`);
  return tag;
}

/** The schema of an endpoint's answers. */
export function responseOf({ response, specified }: Endpoint, types: AnswerTypes): z.ZodType {
  return types === 'specification' ? (specified ?? response) : response;
}

/** Path prefixes of the services, after `/{chain_id}` on the multichain surface. */
export const SERVICE_PREFIX = {
  explorer: '/api/v2',
  explorerV1: '/api/v1',
  stats: '/stats-service/api/v1',
  statsHealth: '/stats-service/health',
  modules: '/api',
  legacy: '/api/legacy',
} as const satisfies Record<Service, string>;

/** Whether the clients of a service read Etherscan's envelope. */
export function isInModuleForm(service: Service): boolean {
  return service === 'modules' || service === 'legacy';
}

/** `requests` of what a node works for, and we for what it answers. */
export const HEAVY_REQUESTS = 5;

/** A page of a list; `next_page_params` is null on the last one. */
export function pageOf<Item extends z.ZodType, Next extends z.ZodType>(item: Item, next: Next) {
  return z.object({ items: z.array(item), next_page_params: next.nullable() });
}

/** A page of a list whose `next_page_params` are these fields and the page size. */
export function listPageOf<Item extends z.ZodType, Next extends z.ZodRawShape>(item: Item, next: Next) {
  return pageOf(item, z.object({ ...next, items_count: count }));
}

/** Where a search that has found nothing yet continues. */
export const searchFrom = z.record(z.string(), z.string()).optional().meta({
  description: 'Parameters to continue a search that found nothing within the limit of one request.',
});

/** Code and parameters of a sentence, for translations. */
export const messageCode = {
  code: z
    .string()
    .optional()
    .meta({ description: 'Names the sentence, whatever its words.', examples: ['traces_missing'] }),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({ description: 'What differs from one such sentence to the next.' }),
} as const;

/** A page's note on what it lacks, null when nothing. */
export function pageNote<const Status extends readonly [string, ...string[]]>(
  statuses: Status,
  description: string,
) {
  return z
    .object({ status: z.enum(statuses), message: z.string(), ...messageCode, search_from: searchFrom })
    .nullable()
    .default(null)
    .meta({ description });
}

/** The note of a page whose search ended before it found anything. */
export const searchNote = pageNote(
  ['partial'],
  'Null unless the search found nothing within the limit of one request.',
);
/** The note of a page whose search ended before it found anything. */
export type SearchNote = z.output<typeof searchNote>;
