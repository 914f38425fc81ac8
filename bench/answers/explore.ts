import { z } from 'zod';
import { type Answer, askUntil, type Call, type Recording } from './ask';
import { parseJson } from './parse-json';
import { createPools, gather, type Pools, pick } from './pools';
import { KEY } from './serve';
import { type Parameter, pathsOf, queryValuesOf, wrongPathsOf } from './values';

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  schema: z.object({
    type: z.string().optional(),
    enum: z.array(z.string()).optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
  }),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(parameterSchema).default([]) }).optional() }),
  ),
});
const pageSchema = z.object({ next_page_params: z.record(z.string(), z.unknown()).nullable() });

type Operation = Readonly<{ template: string; names: readonly string[]; query: readonly Parameter[] }>;
type Values = Readonly<Record<string, string>>;
type First = Readonly<{ path: string; query?: Values }>;
type Explorer = Readonly<{ ask(path: string, call?: Partial<Call>): Promise<Answer>; pools: Pools }>;

const MAX_PAGES = 20;
const OPEN_PATHS = ['/', '/healthz', '/readyz', '/openapi.json', '/api/json/config', '/nowhere', '/api/v2'];

/**
 * Calls everything that a server's own document offers, with values from its responses, and requests that it must
 * refuse.
 */
export async function explore(url: string, chainIds: readonly number[]): Promise<Recording> {
  const recording: { call: Call; answer: Answer }[] = [];
  const known = new Map<string, Answer>();
  let callers = 0;
  const explorerOf = (pools: Pools): Explorer => ({
    pools,
    ask: async (path, { method = 'GET', headers = { authorization: `Bearer ${KEY}` } } = {}) => {
      const key = JSON.stringify([method, path, headers]);
      const before = known.get(key);
      if (before) return before;
      callers += 1;
      const caller = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`;
      const call = {
        method,
        path,
        headers: { 'x-request-id': 'answers', 'x-forwarded-for': caller, ...headers },
      };
      const answer = await askUntil(url, call, ({ status }) => status !== 503);
      known.set(key, answer);
      recording.push({ call, answer });
      if (answer.status === 200) gather(pools, parseJson(answer.body));
      return answer;
    },
  });
  const first = explorerOf(createPools());
  for (const path of OPEN_PATHS) await first.ask(path, { headers: {} });
  const operations = readOperations((await first.ask('/openapi.json', { headers: {} })).body);
  for (const [at, chainId] of chainIds.entries()) {
    const explorer = explorerOf(createPools());
    await exploreChain(explorer, operations, `/${chainId}`);
    // Parameters and access are the same on every chain.
    for (const operation of at === 0 ? operations : []) {
      await exploreQueries(explorer, operation, `/${chainId}`);
      await exploreAccess(explorer, operation, chainId);
    }
  }
  return recording;
}

function readOperations(document: string): Operation[] {
  const { paths } = documentSchema.parse(JSON.parse(document));
  return Object.entries(paths)
    .filter(([template]) => template.startsWith('/{chain_id}/'))
    .flatMap(([template, { get }]) => (get ? [{ template, get }] : []))
    .map(({ template, get }) => ({
      template: template.replace('/{chain_id}', ''),
      names: get.parameters
        .filter((parameter) => parameter.in === 'path' && parameter.name !== 'chain_id')
        .map(({ name }) => name),
      query: get.parameters.filter((parameter) => parameter.in === 'query'),
    }));
}

/** Lists of everything come first: their contents are then requested one by one. */
async function exploreChain(
  explorer: Explorer,
  operations: readonly Operation[],
  chain: string,
): Promise<void> {
  const byParameters = operations.toSorted((a, b) => a.names.length - b.names.length);
  for (const operation of byParameters) {
    const paths = pathsOf(operation.template, operation.names, explorer.pools);
    for (const [at, path] of paths.entries())
      await walk(explorer, { path: chain + write(operation.template, path) }, at < 3 ? MAX_PAGES : 2);
  }
}

/** One parameter at a time, and every sort in both orders. */
async function exploreQueries(explorer: Explorer, operation: Operation, chain: string): Promise<void> {
  const paths = pathsOf(operation.template, operation.names, explorer.pools);
  const [known = {}] = paths;
  for (const path of wrongPathsOf(operation.names, known))
    await explorer.ask(chain + write(operation.template, path));
  for (const path of pick(
    paths.map((entry) => JSON.stringify(entry)),
    4,
  ).map((text) => JSON.parse(text))) {
    const address = chain + write(operation.template, path);
    await explorer.ask(`${address}?nosuch=1`);
    for (const parameter of operation.query)
      for (const value of queryValuesOf(parameter, explorer.pools))
        await walk(explorer, { path: address, query: { [parameter.name]: value } }, 2);
    for (const query of sortsOf(operation)) await walk(explorer, { path: address, query }, 4);
  }
}

function sortsOf({ query }: Operation): Values[] {
  const sort = query.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const pairs = sort.flatMap((word) => ['asc', 'desc'].map((order) => ({ sort: word, order })));
  return pairs.flatMap((pair) => [pair, { ...pair, items_count: '7' }]);
}

/** The pages of a list from a given one on; anything else is requested once. */
async function walk(explorer: Explorer, first: First, pages: number): Promise<void> {
  const { path, query = {} } = first;
  const search = new URLSearchParams(query).toString();
  const answer = await explorer.ask(search === '' ? path : `${path}?${search}`);
  const page = pageSchema.safeParse(parseJson(answer.body));
  const next = page.data?.next_page_params;
  if (!next || pages <= 1) return;
  const texts = Object.entries(next).map(([name, value]) => [name, String(value)]);
  await walk(explorer, { path, query: { ...query, ...Object.fromEntries(texts) } }, pages - 1);
}

/** With and without a key, on both surfaces, with other methods, and again. */
async function exploreAccess(explorer: Explorer, operation: Operation, chainId: number): Promise<void> {
  const [known = {}] = pathsOf(operation.template, operation.names, explorer.pools);
  const path = write(operation.template, known);
  const keyed = { authorization: `Bearer ${KEY}` };
  await explorer.ask(path, { headers: {} });
  await explorer.ask(path, { headers: keyed });
  await explorer.ask(path, { headers: { authorization: 'Bearer wrong' } });
  await explorer.ask(`/${chainId}${path}`, { headers: {} });
  await explorer.ask(`/${chainId}${path}`, { headers: { authorization: 'Bearer wrong' } });
  await explorer.ask(`/${chainId}${path}?apikey=${KEY}`, { headers: {} });
  for (const other of ['/999', '/x', '/01', '/']) await explorer.ask(other + path);
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE'])
    await explorer.ask(`/${chainId}${path}`, { method });
  for (const end of ['/', '//', '/x']) await explorer.ask(`/${chainId}${path}${end}`);
  const { headers } = await explorer.ask(`/${chainId}${path}`);
  if (headers.etag !== undefined)
    await explorer.ask(`/${chainId}${path}`, { headers: { ...keyed, 'if-none-match': headers.etag } });
}

/** A value that is already escaped stays as it is. */
function write(template: string, path: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name] ?? '';
    return value.includes('%') ? value : encodeURIComponent(value);
  });
}
