import { createRequestLimit } from '@/app/limit-requests';
import { call } from '@/lib/client/call';
import { findChain } from '@/lib/client/chains';
import type { LiveHead, LiveTransaction } from '@/lib/client/live';
import { HASH } from '@/lib/endpoints/formats';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { getTransaction } from '@/lib/endpoints/transaction';
import { AppError } from '@/lib/errors';

type Context = { params: Promise<{ path: string[] }> };

const isWithinLimit = createRequestLimit({ requests: 40, seconds: 10 });
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Polled by open pages, using the server-held key: `/live/{chain}/transactions/{hash}` and `/live/{chain}/head`.
 * Answers `null` if unknown.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [chainId = '', ...rest] = (await params).path;
  const find = /^\d{1,20}$/.test(chainId) ? chooseReader(rest) : undefined;
  if (find === undefined) return answer(404, { error: 'Not found' });
  if (!(await isWithinLimit())) return answer(429, { error: 'Too many requests' }, { 'retry-after': '10' });
  try {
    const chain = await findChain(chainId);
    return chain === undefined ? answer(404, { error: 'Not found' }) : answer(200, await find(chain.id));
  } catch (error) {
    if (error instanceof AppError) return answer(503, { error: error.publicMessage }, { 'retry-after': '5' });
    throw error;
  }
}

/** The reader for a path below a chain; undefined for any other path. */
function chooseReader([kind, hash = '', ...rest]: readonly string[]) {
  if (kind === 'head' && hash === '') return findHead;
  if (kind !== 'transactions' || !HASH.test(hash) || rest.length > 0) return undefined;
  return (chain: string) => findTransaction(chain, hash.toLowerCase());
}

async function findHead(chain: string): Promise<LiveHead | null> {
  const found = await call(getIndexingStatus, { chain, params: {} });
  return found === undefined ? null : { indexed_block: found.indexed_block, head_block: found.head_block };
}

async function findTransaction(chain: string, hash: string): Promise<LiveTransaction | null> {
  const found = await call(getTransaction, { chain, params: { transaction_hash_param: hash } });
  if (found === undefined) return null;
  const { block_number, position, status, confirmations, is_pending_update } = found;
  return { block_number, position, status, confirmations, is_pending_update };
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...NO_STORE, ...headers } });
}
