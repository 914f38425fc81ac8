import type { Row } from '@/lib/db/tables';
import { presentMilliseconds } from './values';

/** An RPC endpoint, without its errors, which are for the operator. */
export function presentRpcEndpoint(row: Row<'rpc_endpoints'>) {
  const { host, benched_until, reason, last_answer_at } = row;
  return {
    name: host,
    benched_until: benched_until === null ? null : presentMilliseconds(benched_until),
    bench_reason: reason,
    last_answer:
      last_answer_at === null ? null : presentMilliseconds(last_answer_at - (last_answer_at % MINUTE_MS)),
  };
}

const MINUTE_MS = 60_000;
