import type { z } from 'zod';
import { openCsv } from '@/lib/client/call';
import type { exportAddressTransactions } from '@/lib/endpoints/csv-export';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { AppError } from '@/lib/errors';
import { createRequestLimit } from './limit-requests';

/** An export of an address or a token, whatever its filters. */
export type CsvList = Endpoint<
  typeof exportAddressTransactions.params,
  z.ZodObject<Readonly<Record<string, z.ZodType>>>,
  z.ZodString
>;
export type CsvParams = Promise<{ chain: string; hash: string; list: string }>;

const isWithinLimit = createRequestLimit({ requests: 10, seconds: 60 });
const NO_STORE = { 'cache-control': 'no-store' };

/** Streams an address's or token's list from the API as CSV. `lists` maps the last path segment to its endpoint. */
export async function sendCsv(
  request: Request,
  params: CsvParams,
  lists: ReadonlyMap<string, CsvList>,
): Promise<Response> {
  const { chain, hash, list } = await params;
  const endpoint = lists.get(list);
  if (endpoint === undefined || !ADDRESS_HASH.test(hash) || !/^\d{1,20}$/.test(chain))
    return say(404, 'Not found');
  if (!(await isWithinLimit())) return say(429, 'Too many downloads: try again in a minute.', 60);
  const filters = [...new URL(request.url).searchParams].filter(([name]) => name in endpoint.query.shape);
  const query = Object.fromEntries(filters);
  if (!endpoint.query.safeParse(query).success) return say(400, 'A filter of this list is not valid.');
  try {
    const file = await openCsv(endpoint, {
      chain,
      params: { address_hash_param: hash.toLowerCase() },
      query,
    });
    if (file === undefined) return say(404, 'Not found');
    return new Response(file, {
      headers: {
        ...NO_STORE,
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${list}-${hash.toLowerCase()}.csv"`,
      },
    });
  } catch (error) {
    if (error instanceof AppError) return say(503, error.publicMessage, 5);
    throw error;
  }
}

function say(status: number, text: string, retrySeconds?: number): Response {
  const retry = retrySeconds === undefined ? {} : { 'retry-after': String(retrySeconds) };
  return new Response(text, {
    status,
    headers: { ...NO_STORE, ...retry, 'content-type': 'text/plain; charset=utf-8' },
  });
}
