import { t } from '@/lib/language/t';

/** The API's name for an RPC endpoint without a configured one. */
const UNNAMED = /^endpoint (\d+) of (\d+)$/;

/** RPC endpoints in a list. */
export function nameEndpoints(names: Iterable<string>): string {
  return [...names].map(nameEndpoint).join(', ');
}

function nameEndpoint(name: string): string {
  const [, index, count] = UNNAMED.exec(name) ?? [];
  return index === undefined || count === undefined
    ? name
    : t('endpoint {index} of {count}', { index, count });
}
