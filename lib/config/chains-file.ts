import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { httpUrl, MAX_PARTITION, MIN_PARTITION, postgresUrl } from './formats';

/** A contract that tells the price of an asset (null: the coin): an AggregatorV3 feed in US dollars, or a pool with a token that has one. */
type ConfiguredPrice = Readonly<{
  asset: string | null;
  kind: 'feed' | 'pool';
  contract: string;
  /** Seconds after which a price counts no more. */
  maxAge: number;
}>;

/** The contracts of an fhEVM on a chain, hex addresses; null: not said. */
type ConfiguredDeployment = Readonly<Omit<z.output<typeof deployment>, 'name'> & { name: string }>;

/** A chain to index. `id` is undefined until the node was queried, if only RPC_URL is set. */
export type ChainConfig = Readonly<{
  id: number | undefined;
  name: string | undefined;
  symbol: string | undefined;
  rpcUrls: readonly string[];
  startBlock: number;
  endBlock: number | undefined;
  /** Its fhEVM deployments; undefined: those that are published. */
  fheDeployments: readonly ConfiguredDeployment[] | undefined;
  ensRegistry: string | undefined;
  /** Its own database, and the replica of that; undefined: those of the service. */
  database: string | undefined;
  replica: string | undefined;
  /** Heights of a partition of its large tables; undefined: those are plain, or stay as they are. */
  partitionBlocks: number | undefined;
  prices: readonly ConfiguredPrice[];
  /** Whether it may be of a development node: `auto` if the node calls itself one. Not off only on loopback. */
  dev: 'auto' | 'on' | 'off';
}>;

/** A chain without what settings for all chains say of it. */
export type ChainEntry = Omit<ChainConfig, 'dev'>;

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** An hour more than the day after which the slowest feeds of Chainlink are set anew. */
const MAX_AGE = 25 * 3_600;
const MAX_PRICED = 100;
const maxAge = z
  .int()
  .positive()
  .max(30 * 86_400)
  .default(MAX_AGE);
const feed = z.strictObject({ feed: address, maxAge });
const pool = z.strictObject({ pool: address, maxAge });
const toLowerCase = (text: string) => text.toLowerCase();
const MAX_WRAPPED = 8;
const prices = z
  .strictObject({
    coin: feed.optional(),
    /** Tokens that are the coin itself, one for one, such as WETH: they have its price. */
    wrapped: z
      .array(address)
      .max(MAX_WRAPPED, { error: `has more than ${MAX_WRAPPED} tokens` })
      .default([]),
    tokens: z
      .record(address, z.union([feed, pool]))
      .refine((tokens) => Object.keys(tokens).length <= MAX_PRICED, {
        error: `has more than ${MAX_PRICED} tokens`,
      })
      .default({}),
  })
  .refine(({ coin, wrapped }) => coin !== undefined || wrapped.length === 0, {
    error: 'wrapped has the price of the coin, whose feed is missing',
  })
  .refine(
    ({ wrapped, tokens }) => {
      const assets = [...wrapped, ...Object.keys(tokens)].map(toLowerCase);
      return new Set(assets).size === assets.length;
    },
    { error: 'has a token twice' },
  );

const MAX_DEPLOYMENTS = 16;
const MAX_DEPLOYMENT_NAME = 60;
const contract = address.optional().transform((given) => given ?? null);
const deployment = z.strictObject({
  name: z.string().trim().min(1).max(MAX_DEPLOYMENT_NAME).optional(),
  executor: address,
  acl: contract,
  hcuLimit: contract,
  kmsVerifier: contract,
  inputVerifier: contract,
  protocolConfig: contract,
  bridge: contract,
});
const fhe = z
  .strictObject({
    executor: address.optional(),
    deployments: z
      .array(deployment)
      .max(MAX_DEPLOYMENTS, { error: `has more than ${MAX_DEPLOYMENTS} deployments` })
      .refine((all) => new Set(all.map(({ executor }) => executor.toLowerCase())).size === all.length, {
        error: 'has an executor twice',
      })
      .optional(),
  })
  .refine(({ executor, deployments }) => executor === undefined || deployments === undefined, {
    error: 'has executor and deployments: keep one of them',
  });

const chainEntry = z
  .strictObject({
    id: z.int().positive(),
    name: z.string().max(60).optional(),
    symbol: z.string().max(20).optional(),
    rpc: z.array(httpUrl).min(1),
    startBlock: z.int().nonnegative().default(0),
    endBlock: z.int().nonnegative().optional(),
    fhe: fhe.optional(),
    ens: z.strictObject({ registry: address }).optional(),
    prices: prices.optional(),
    database: postgresUrl.optional(),
    replica: postgresUrl.optional(),
    partitionBlocks: z.int().min(MIN_PARTITION).max(MAX_PARTITION).optional(),
  })
  .refine(({ database, replica }) => replica === undefined || database !== undefined, {
    error: 'replica is of database, which is missing',
  })
  .refine((chain) => chain.endBlock === undefined || chain.endBlock >= chain.startBlock, {
    error: 'endBlock is below startBlock',
  });

/**
 * Reads CHAINS_FILE; appends errors to `problems` and then returns an empty list. `partitionBlocks` is for chains that do
 * not say their own.
 */
export function readChainsFile(path: string, problems: string[], partitionBlocks?: number): ChainEntry[] {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    problems.push(`CHAINS_FILE ${path} cannot be read as JSON: correct the path or the file.`);
    return [];
  }
  const parsed = z.array(chainEntry).min(1).safeParse(json);
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map(
        (issue) => `CHAINS_FILE ${path}, at [${issue.path.join('.')}]: ${issue.message}.`,
      ),
    );
    return [];
  }
  const ids = parsed.data.map((chain) => chain.id);
  if (new Set(ids).size < ids.length)
    problems.push(`CHAINS_FILE ${path} has a chain ID twice: keep one of the entries.`);
  for (const { id, database, replica } of parsed.data) {
    const other = parsed.data.find(
      (chain) => chain.id > id && chain.database === database && chain.replica !== replica,
    );
    if (database !== undefined && other)
      problems.push(
        `CHAINS_FILE ${path}: chains ${id} and ${other.id} share a database: give both the same replica.`,
      );
  }
  return parsed.data.map((chain) => ({
    id: chain.id,
    name: chain.name,
    symbol: chain.symbol,
    rpcUrls: chain.rpc,
    startBlock: chain.startBlock,
    endBlock: chain.endBlock,
    fheDeployments: listDeployments(chain.fhe),
    ensRegistry: chain.ens?.registry,
    database: chain.database,
    replica: chain.replica,
    partitionBlocks: chain.partitionBlocks ?? partitionBlocks,
    prices: listPrices(chain.prices),
  }));
}

/** What is not named is asked for of the executor; an executor alone is a deployment too. */
function listDeployments(given: z.output<typeof fhe> | undefined): ConfiguredDeployment[] | undefined {
  const { executor, deployments = executor === undefined ? undefined : [deployment.parse({ executor })] } =
    given ?? {};
  return deployments?.map((one, index) => ({
    ...one,
    name: one.name ?? (index === 0 ? 'fhEVM' : `fhEVM ${index + 1}`),
  }));
}

function listPrices(given: z.output<typeof prices> | undefined): ConfiguredPrice[] {
  const assets = [
    ...(given?.coin ? [[null, given.coin] as const] : []),
    ...(given?.wrapped ?? []).flatMap((token) => (given?.coin ? [[token, given.coin] as const] : [])),
    ...Object.entries(given?.tokens ?? {}).map(([token, source]) => [token, source] as const),
  ];
  return assets.map(([asset, source]) => ({
    asset,
    ...('feed' in source
      ? { kind: 'feed' as const, contract: source.feed }
      : { kind: 'pool' as const, contract: source.pool }),
    maxAge: source.maxAge,
  }));
}
