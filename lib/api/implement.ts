import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { refuseUnindexedContract } from '@/lib/api/address/unindexed-loader';
import type { ChainRow } from '@/lib/api/config/chain-query';
import type { Database } from '@/lib/db/open-database';
import { type AnswerTypes, type Endpoint, responseOf } from '@/lib/endpoints/endpoint';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import { type Answer, type InvalidParameter, invalid, notFound, Refusal, statsError } from './answer';
import type { Services } from './services';

/** A handler's dependencies. */
export type CallContext = Readonly<{
  db: Database;
  chain: ChainRow;
  /** All served chains in order. */
  listChains(): Promise<readonly ChainRow[]>;
  services: Services;
  /** Whose types the answer has, where an endpoint has two. */
  types: AnswerTypes;
  /** The request headers that the endpoint names, as sent. */
  headers: Readonly<Record<string, string | undefined>>;
}>;
/** Reads the query of a request for the next page. */
export type Follow<Q> = Readonly<{ follow(next: object): Q }>;
/** A handler's call with parsed parameters. */
export type Call<P, Q> = CallContext & Readonly<{ params: P; query: Q }> & Follow<Q>;

/** An endpoint with its handler. */
export type Operation = Readonly<{ endpoint: Endpoint; run(request: OperationRequest): Promise<Answer> }>;
/** A call with unparsed parameters. */
export type OperationRequest = CallContext &
  Readonly<{
    params: Readonly<Record<string, string>>;
    query: Readonly<Record<string, string>>;
    isChecked: boolean;
  }>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** The API key's two names; the gate has read it. */
const KEY_PARAMETERS = ['apikey', 'key'];

/**
 * Binds a handler to an endpoint; undefined answers 404, a refusal may be returned or thrown. What is missing of a contract
 * that is not indexed yet is refused. With `isChecked`, a body that violates the schema throws.
 */
export function implement<
  P extends Fields,
  Q extends Fields,
  R extends z.ZodType,
  S extends z.ZodType = z.ZodNever,
>(
  endpoint: Endpoint<P, Q, R> & { specified?: S },
  handle: (call: Call<z.output<P>, z.output<Q>>) => Promise<z.input<R> | z.input<S> | Refusal | undefined>,
): Operation {
  const run = async ({ params, query, isChecked, ...context }: OperationRequest): Promise<Answer> => {
    const request = readRequest(endpoint, { params, query });
    if ('refusal' in request) return request.refusal;
    const body = await handle({ ...context, ...request, follow: followerOf(endpoint, query) }).catch(
      returnRefusal,
    );
    if (body instanceof Refusal) return body.answer;
    const missing = missingIn(body);
    const refusal = missing && (await refuseUnindexed(context, request.params, missing));
    if (refusal) return refusal.answer;
    if (body === undefined) return notFound();
    if (isChecked) requireConform(endpoint, responseOf(endpoint, context.types), body);
    return { status: 200, body };
  };
  return { endpoint, run };
}

/** What an answer says that there is not: anything, or items. */
function missingIn(body: unknown): 'all' | 'list' | undefined {
  if (body === undefined) return 'all';
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : undefined;
  return Array.isArray(items) && items.length === 0 ? 'list' : undefined;
}

async function refuseUnindexed(
  context: CallContext,
  { address_hash_param: address }: Readonly<Record<string, unknown>>,
  missing: 'all' | 'list',
): Promise<Refusal | undefined> {
  if (typeof address !== 'string') return undefined;
  return refuseUnindexedContract(context, hexToBuffer(address), missing);
}

function returnRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** As clients do: what the next page needs is merged into the query. */
function followerOf<Q extends Fields>(
  endpoint: Pick<Endpoint<Fields, Q>, 'query'>,
  query: Readonly<Record<string, string>>,
): Follow<z.output<Q>>['follow'] {
  return (next) => {
    const named = Object.entries(next).map(([name, value]) => [name, String(value)]);
    return endpoint.query.parse({ ...withoutKey(query), ...Object.fromEntries(named) });
  };
}

/** Parses the path's parameters, then the query's; returns the refusal when they are invalid. */
export function readRequest<P extends Fields, Q extends Fields>(
  endpoint: Endpoint<P, Q>,
  { params, query }: Pick<OperationRequest, 'params' | 'query'>,
): { params: z.output<P>; query: z.output<Q> } | { refusal: Answer } {
  const path = endpoint.params.safeParse(params);
  if (!path.success) return { refusal: refuseParameters(endpoint, path.error) };
  const search = endpoint.query.safeParse(withoutKey(query));
  if (!search.success) return { refusal: refuseParameters(endpoint, search.error) };
  return { params: path.data, query: search.data };
}

function withoutKey(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !KEY_PARAMETERS.includes(name)));
}

function refuseParameters(endpoint: Endpoint, error: z.ZodError): Answer {
  const problems = invalidParameters(error);
  if (endpoint.service === 'explorer' || endpoint.service === 'explorerV1') return invalid(problems);
  return statsError(3, `Query deserialize error: ${problems.map(({ detail }) => detail).join('; ')}`);
}

/** Like upstream, an unknown parameter hides all other problems. */
function invalidParameters({ issues }: z.ZodError): InvalidParameter[] {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])).sort()[0];
  if (unknown !== undefined) {
    const name = unknown.slice(0, 40);
    return [{ pointer: name, detail: `Unexpected field: ${name}` }];
  }
  return issues.map(({ path, message }) => ({ pointer: path.map(String).join('/'), detail: message }));
}

/** Throws AppError `internal` for a body that is not exactly what its schema says. */
export function requireConform({ id }: Pick<Endpoint, 'id'>, schema: z.ZodType, body: unknown): void {
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new AppError('internal', `response of ${id} does not match its schema`, { cause: parsed.error });
  if (!isDeepStrictEqual(parsed.data, body))
    throw new AppError('internal', `response of ${id} has missing or unknown fields`);
}
