import { createRequestLimit } from '@/app/limit-requests';
import { call } from '@/lib/client/call';
import { findChain } from '@/lib/client/chains';
import type { LiveTransaction } from '@/lib/client/live';
import { AppError } from '@/lib/errors';
import { HASH } from '@/lib/spec/formats';
import { getTransaction } from '@/lib/spec/transaction';

type Context = { params: Promise<{ path: string[] }> };

const isWithinLimit = createRequestLimit({ requests: 40, seconds: 10 });
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * What open pages ask again and again, answered with the server-held key: the state of one transaction at
 * `/live/{chain}/transactions/{hash}`, `null` when it is not known. Nothing else can be read here.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [chainId = '', kind, hash = '', ...rest] = (await params).path;
  if (!/^\d{1,20}$/.test(chainId) || kind !== 'transactions' || !HASH.test(hash) || rest.length > 0)
    return answer(404, { error: 'Not found' });
  if (!(await isWithinLimit())) return answer(429, { error: 'Too many requests' }, { 'retry-after': '10' });
  try {
    const chain = await findChain(chainId);
    return chain === undefined
      ? answer(404, { error: 'Not found' })
      : answer(200, await findTransaction(chain.id, hash.toLowerCase()));
  } catch (error) {
    if (error instanceof AppError) return answer(503, { error: error.publicMessage });
    throw error;
  }
}

async function findTransaction(chain: string, hash: string): Promise<LiveTransaction | null> {
  const found = await call(getTransaction, { chain, params: { transaction_hash_param: hash } });
  if (found === undefined) return null;
  const { block_number, status, confirmations } = found;
  return { block_number, status, confirmations };
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...NO_STORE, ...headers } });
}
