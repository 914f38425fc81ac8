import { createRequestLimit } from '@/app/limit-requests';
import { LATE_BLOCKS } from '@/components/chain/chain-health';
import { call } from '@/lib/client/call';
import { findOverview } from '@/lib/client/chains';
import type { LiveHead, LiveReset, LiveTransaction } from '@/lib/client/live';
import { HASH } from '@/lib/endpoints/formats';
import { getTransactionStatus } from '@/lib/endpoints/transaction-overview';
import { AppError } from '@/lib/errors';

type Context = { params: Promise<{ path: string[] }> };

const isWithinLimit = createRequestLimit({ requests: 60, seconds: 10 });
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Polled by open pages, using the server-held key: `/live/{chain}/transactions/{hash}`, `/live/{chain}/head`,
 * and `/live/{chain}/reset` of a development node.
 * Answers `null` if unknown.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [chain = '', ...rest] = (await params).path;
  const find = /^\d{1,20}$/.test(chain) ? chooseReader(rest) : undefined;
  if (find === undefined) return answer(404, { error: 'Not found' });
  if (!(await isWithinLimit())) return answer(429, { error: 'Too many requests' }, { 'retry-after': '10' });
  try {
    return answer(200, await find(chain));
  } catch (error) {
    if (error instanceof AppError) return answer(503, { error: error.publicMessage }, { 'retry-after': '5' });
    throw error;
  }
}

/** The reader for a path below a chain; undefined for any other path. */
function chooseReader([kind, hash = '', ...rest]: readonly string[]) {
  if (kind === 'head' && hash === '') return findHead;
  if (kind === 'reset' && hash === '') return findReset;
  if (kind !== 'transactions' || !HASH.test(hash) || rest.length > 0) return undefined;
  return (chain: string) => findTransaction(chain, hash.toLowerCase());
}

async function findHead(chain: string): Promise<LiveHead | null> {
  const head = (await findOverview(chain))?.head;
  return head ? { indexed_block: head.indexed_block, head_block: head.head_block } : null;
}

async function findReset(chain: string): Promise<LiveReset | null> {
  const { head, development } = (await findOverview(chain)) ?? {};
  if (!head || !development || head.indexed_block === null || head.head_block === null) return null;
  // a page of the first blocks of many would be old at once
  const isIndexed = head.head_block - head.indexed_block <= LATE_BLOCKS;
  return isIndexed ? { reset_at: development.reset_at } : null;
}

async function findTransaction(chain: string, hash: string): Promise<LiveTransaction | null> {
  return (await call(getTransactionStatus, { chain, params: { transaction_hash_param: hash } })) ?? null;
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...NO_STORE, ...headers } });
}
