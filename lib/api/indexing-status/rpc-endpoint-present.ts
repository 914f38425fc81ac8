import { presentMilliseconds } from '@/lib/api/values';
import type { Row } from '@/lib/db/tables';

const MINUTE_MS = 60_000;

/** Public names of a chain's endpoints, in order of preference: hosts are for the operator only. */
function nameEndpoints(endpoints: readonly Readonly<{ name: string | null }>[]): readonly string[] {
  return endpoints.map(({ name }, at) => name ?? `endpoint ${at + 1} of ${endpoints.length}`);
}

/**
 * The RPC endpoints of a chain, in order of preference, as anyone may see them: by the operator's names or by position,
 * because a host may be internal or hold a key. `now` in Unix ms.
 */
export function presentRpcEndpoints(rows: readonly Row<'rpc_endpoints'>[], now: number) {
  const isBenched = ({ benched_until }: Row<'rpc_endpoints'>) =>
    benched_until !== null && benched_until > now;
  const isAnyFree = rows.some((row) => !isBenched(row));
  const names = nameEndpoints(rows);
  const hide = hideHosts(rows, names);
  return rows.map((row, at) => ({
    name: names[at] ?? '',
    is_asked: !isBenched(row) || !isAnyFree,
    benched_until: isBenched(row) ? presentMilliseconds(row.benched_until ?? 0) : null,
    bench_reason: row.reason === null ? null : hide(row.reason),
    last_answer: row.last_answer_at === null ? null : presentMilliseconds(toMinute(row.last_answer_at)),
  }));
}

function toMinute(ms: number): number {
  return ms - (ms % MINUTE_MS);
}

/** Replaces the hosts in a text by the names of their endpoints, the longest host first: one may begin another. */
function hideHosts(rows: readonly Row<'rpc_endpoints'>[], names: readonly string[]) {
  const hosts = rows.flatMap(({ host }, at) => {
    // endpoints of the same host are numbered: host#2
    const address = host.replace(/#\d+$/, '');
    const name = names[at] ?? '';
    return [host, address, address.replace(/:\d+$/, '')].map((text) => ({ text, name }));
  });
  const longestFirst = hosts.toSorted((one, other) => other.text.length - one.text.length);
  return (text: string) =>
    longestFirst.reduce((hidden, host) => hidden.replaceAll(host.text, host.name), text);
}
