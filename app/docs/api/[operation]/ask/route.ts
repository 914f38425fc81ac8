import { readConfig } from '@/app/read-config';
import { redirectTo } from '@/app/redirect-to';
import { findChainList } from '@/lib/client/chains';
import { loadOperation, type Params } from '../load';

/**
 * The form of an operation where no script runs: a 303 to the answer. Nobody types a key there, so the default chain
 * is asked on the surface that is open to everyone.
 */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  const loaded = await loadOperation(params);
  if (loaded === undefined) return redirectTo('/docs/api');
  const given = new URL(request.url).searchParams;
  const { path, parameters } = loaded.operation;
  const [first] = (await findChainList()) ?? [];
  const isOpen = given.get('chain_id') === first?.id && !readConfig().apiIsElsewhere;
  const template = isOpen ? path.replace(/^\/\{chain_id\}/, '') : path;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given.get(name) ?? ''),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (given.get(parameter.name) ?? '') !== '')
    .map(({ name }) => [name, given.get(name) ?? '']);
  // a path of another's document must not lead away from this site
  const inside = `/${filled.replace(/^[/\\\s]+/, '')}`;
  return redirectTo(query.length === 0 ? inside : `${inside}?${new URLSearchParams(query)}`);
}
