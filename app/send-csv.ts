import type { z } from 'zod';
import { openCsv } from '@/lib/client/call';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { BY_NAME } from '@/lib/endpoints/endpoints';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { AppError } from '@/lib/errors';
import { TABS } from '@/lib/pages/tabs';
import { createRequestLimit } from './limit-requests';

/** An export of an address or a token, whatever its filters. */
type CsvList = Endpoint<
  typeof BY_NAME.exportAddressTransactions.params,
  z.ZodObject<Readonly<Record<string, z.ZodType>>>,
  z.ZodString
>;
export type CsvParams = Promise<{ chain: string; hash: string; list: string }>;

const isWithinLimit = createRequestLimit({ requests: 10, seconds: 60 });
const NO_STORE = { 'cache-control': 'no-store' };

/** Streams the list of a tab of an address or a token from the API as CSV. */
export async function sendCsv(
  request: Request,
  params: CsvParams,
  page: 'address' | 'token',
): Promise<Response> {
  const { chain, hash, list } = await params;
  const endpoint = findCsv(page, list);
  if (endpoint === undefined || !ADDRESS_HASH.test(hash) || !/^\d{1,20}$/.test(chain))
    return respond(404, 'Not found');
  if (!(await isWithinLimit())) return respond(429, 'Too many downloads: try again in a minute.', 60);
  const filters = [...new URL(request.url).searchParams].filter(([name]) => name in endpoint.query.shape);
  const query = Object.fromEntries(filters);
  if (!endpoint.query.safeParse(query).success) return respond(400, 'A filter of this list is not valid.');
  try {
    const text = await openCsv(endpoint, {
      chain,
      params: { address_hash_param: hash.toLowerCase() },
      query,
    });
    if (text === undefined) return respond(404, 'Not found');
    return new Response(text, {
      headers: {
        ...NO_STORE,
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${list}-${hash.toLowerCase()}.csv"`,
      },
    });
  } catch (error) {
    if (error instanceof AppError) return respond(503, error.publicMessage, 5);
    throw error;
  }
}

function findCsv(page: 'address' | 'token', list: string): CsvList | undefined {
  if (page === 'address' && list === 'movements') return BY_NAME.exportAddressMovements;
  const file = TABS[page].find(({ csv }) => csv?.name === list)?.csv;
  return file && BY_NAME[file.endpoint];
}

/** A plain text that is not kept; with the time in seconds after which to try again. */
export function respond(status: number, text: string, retrySeconds?: number): Response {
  const retry = retrySeconds === undefined ? {} : { 'retry-after': String(retrySeconds) };
  return new Response(text, {
    status,
    headers: { ...NO_STORE, ...retry, 'content-type': 'text/plain; charset=utf-8' },
  });
}
