import { t } from '@/lib/language/t';

/** What the API calls an RPC endpoint that the operator has not named. */
const UNNAMED = /^endpoint (\d+) of (\d+)$/;

/** RPC endpoints in a list. */
export function nameEndpoints(names: Iterable<string>): string {
  return [...names].map(nameEndpoint).join(', ');
}

/** For a text about the node: its endpoints, unless there is but one and the operator has not named it. */
export function describeNode(names: Iterable<string>): { isNamed: string; endpoints: string } {
  const all = [...names];
  const isNamed = all.length > 1 || (all.length === 1 && all[0] !== 'endpoint 1 of 1');
  return { isNamed: String(isNamed), endpoints: nameEndpoints(all) };
}

function nameEndpoint(name: string): string {
  const [, index, count] = UNNAMED.exec(name) ?? [];
  return index === undefined || count === undefined
    ? name
    : t('endpoint {index} of {count}', { index, count });
}
