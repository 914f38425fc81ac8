import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/errors';

/** One chain to index. `id` is unknown until the node was asked when only RPC_URL names it. */
export type ChainConfig = Readonly<{
  id: number | undefined;
  name: string | undefined;
  symbol: string | undefined;
  rpcUrls: readonly string[];
  startBlock: number;
  endBlock: number | undefined;
  fheExecutor: string | undefined;
}>;

/** Everything a program of this project may be told from outside. Frozen; read once, passed on as arguments. */
export type Config = Readonly<{
  chains: readonly ChainConfig[];
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databasePool: number;
  dataDir: string;
  redisUrl: string | undefined;
  host: string;
  port: number;
  apiPort: number;
  apiUrl: string;
  /** True when API_URL names a service that this installation does not run. */
  apiIsElsewhere: boolean;
  apiKey: string | undefined;
  publicUrl: string;
  trustedProxies: readonly string[];
  abiDir: string | undefined;
  sourcifyUrl: string | undefined;
  ipfsGateway: string | undefined;
  metricsPort: number | undefined;
  logLevel: string;
  /** Values that must never be logged. */
  secrets: readonly string[];
}>;

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const httpUrl = url(['http:', 'https:']);
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });
const port = integer(1, 65535);
const height = integer(0, Number.MAX_SAFE_INTEGER);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const rpcList = list.pipe(z.array(httpUrl).min(1));
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SCHEMA = z
  .object({
    RPC_URL: rpcList,
    CHAINS_FILE: z.string(),
    START_BLOCK: height,
    END_BLOCK: height,
    DATABASE_URL: url(['postgres:', 'postgresql:']),
    DATABASE_REPLICA_URL: url(['postgres:', 'postgresql:']),
    DATABASE_POOL: integer(1, 1000),
    DATA_DIR: z.string(),
    REDIS_URL: url(['redis:', 'rediss:']),
    PORT: port,
    API_PORT: port,
    HOST: z.string(),
    API_URL: httpUrl,
    API_KEY: z.string().regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be 1 to 200 visible ASCII characters' }),
    PUBLIC_URL: httpUrl,
    CHAIN_NAME: z.string().max(60),
    CHAIN_SYMBOL: z.string().max(20),
    TRUSTED_PROXIES: list,
    ABI_DIR: z.string(),
    SOURCIFY_URL: httpUrl,
    IPFS_GATEWAY: httpUrl,
    METRICS_PORT: port,
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
  })
  .partial();
type Name = keyof z.output<typeof SCHEMA>;

/** What the documentation and `.env.example` say of each variable, in their order; the defaults are applied from here. */
export const VARIABLES: Readonly<Record<Name, { meaning: string; default?: string; example?: string }>> = {
  RPC_URL: {
    meaning:
      'JSON-RPC endpoints of the chain to index, comma-separated: the next one is used when one fails. Not set: the demo chain.',
    example: 'https://ethereum-rpc.example',
  },
  CHAINS_FILE: {
    meaning:
      'Instead of RPC_URL, for several chains: a JSON file [{"id", "name", "symbol", "rpc": [..], "startBlock", "endBlock", "fhe": {"executor"}}]; all but id and rpc are optional.',
    example: './chains.json',
  },
  START_BLOCK: { meaning: 'First height to index.', default: '0' },
  END_BLOCK: { meaning: 'Last height to index. Not set: follow the head.', example: '17686125' },
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or newer. Not set: an embedded PostgreSQL in DATA_DIR.',
    example: 'postgres://astrolabe:secret@localhost:5432/astrolabe',
  },
  DATABASE_REPLICA_URL: {
    meaning: 'A replica of that database, for reads.',
    example: 'postgres://astrolabe:secret@replica:5432/astrolabe',
  },
  DATABASE_POOL: { meaning: 'Connections each process may open.', default: '10' },
  DATA_DIR: { meaning: 'Folder of the embedded database and of the demo chain.', default: './.data' },
  REDIS_URL: {
    meaning: 'Redis that shares rate limits between api processes. Not set: each process counts alone.',
    example: 'redis://localhost:6379',
  },
  PORT: { meaning: 'Port of the web pages.', default: '3000' },
  API_PORT: { meaning: 'Port of the API.', default: '4000' },
  HOST: { meaning: 'Address that web and api listen on.', default: '127.0.0.1' },
  API_URL: {
    meaning:
      'The API that the pages read. Set to another service of the same form: only the web role runs. Not set: our own api.',
    example: 'https://api.explorer.example',
  },
  API_KEY: {
    meaning:
      'The key that the web server sends to the API; it never reaches a browser. For our own api: given here or generated, registered without limits.',
    example: 'a-long-random-text',
  },
  PUBLIC_URL: {
    meaning: "The site's own address, for canonical links and images. Not set: http://localhost:$PORT.",
    example: 'https://explorer.example',
  },
  CHAIN_NAME: {
    meaning: 'Name of the one chain of RPC_URL. Not set: the known name of its id.',
    example: 'My chain',
  },
  CHAIN_SYMBOL: { meaning: "Symbol of that chain's coin. Not set: the known one, else ETH.", example: 'ETH' },
  TRUSTED_PROXIES: {
    meaning: 'Addresses or ranges whose forwarding headers are believed, comma-separated.',
    default: '127.0.0.0/8,::1',
  },
  ABI_DIR: { meaning: 'Folder of ABI files (JSON) to decode calls and events with.', example: './abi' },
  SOURCIFY_URL: {
    meaning: 'A Sourcify-compatible server to look verified contracts up.',
    example: 'https://sourcify.example/server',
  },
  IPFS_GATEWAY: { meaning: 'Gateway for ipfs:// addresses of NFT media.', example: 'https://ipfs.example' },
  METRICS_PORT: { meaning: 'Port on loopback that serves metrics. Not set: none.', example: '9090' },
  LOG_LEVEL: { meaning: 'Least level that is logged.', default: 'info' },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's own environment: the only place that reads it. An empty variable counts as not set. */
export function readEnvironment(): Environment {
  return process.env;
}

/** Reads and checks everything at once. Throws AppError `config` whose message lists every problem, one a line. */
export function loadConfig(environment: Environment = readEnvironment()): Config {
  const problems: string[] = [];
  const values = readVariables(environment, problems);
  const rpcUrls = values.RPC_URL;
  const chainsFile = values.CHAINS_FILE;
  if (rpcUrls && chainsFile) problems.push('RPC_URL and CHAINS_FILE are both set: keep one of them.');
  const startBlock = values.START_BLOCK ?? 0;
  const endBlock = values.END_BLOCK;
  if (endBlock !== undefined && endBlock < startBlock)
    problems.push('END_BLOCK is below START_BLOCK: raise it or leave it out.');
  const webPort = values.PORT ?? 3000;
  const apiPort = values.API_PORT ?? 4000;
  if (webPort === apiPort) problems.push(`PORT and API_PORT are both ${webPort}: give each its own.`);
  const single = {
    id: undefined,
    name: values.CHAIN_NAME,
    symbol: values.CHAIN_SYMBOL,
    startBlock,
    endBlock,
    fheExecutor: undefined,
  };
  const chains = chainsFile ? readChainsFile(chainsFile, problems) : rpcUrls ? [{ ...single, rpcUrls }] : [];
  const apiUrl = values.API_URL;
  const databaseUrl = values.DATABASE_URL;
  const databaseReplicaUrl = values.DATABASE_REPLICA_URL;
  const redisUrl = values.REDIS_URL;
  const apiKey = values.API_KEY;
  const secrets = [
    databaseUrl,
    databaseReplicaUrl,
    redisUrl,
    apiKey,
    ...chains.flatMap((chain) => chain.rpcUrls),
  ];
  const config = {
    chains,
    databaseUrl,
    databaseReplicaUrl,
    databasePool: values.DATABASE_POOL ?? 10,
    dataDir: resolve(values.DATA_DIR ?? './.data'),
    redisUrl,
    host: values.HOST ?? '127.0.0.1',
    port: webPort,
    apiPort,
    apiUrl: (apiUrl ?? `http://127.0.0.1:${apiPort}`).replace(/\/+$/, ''),
    apiIsElsewhere: apiUrl !== undefined,
    apiKey,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${webPort}`).replace(/\/+$/, ''),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    abiDir: values.ABI_DIR,
    sourcifyUrl: values.SOURCIFY_URL,
    ipfsGateway: values.IPFS_GATEWAY,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL ?? 'info',
    secrets: secrets.filter((secret) => secret !== undefined),
  };
  if (problems.length > 0) throw new AppError('config', problems.join('\n'));
  return Object.freeze(config);
}

function readVariables(environment: Environment, problems: string[]): z.output<typeof SCHEMA> {
  const given: Record<string, string> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const text = environment[name]?.trim() || variable.default;
    if (text !== undefined) given[name] = text;
  }
  const parsed = SCHEMA.safeParse(given);
  if (parsed.success) return parsed.data;
  const said = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`);
  problems.push(...new Set(said));
  return {};
}

const chainEntry = z.strictObject({
  id: z.int().positive(),
  name: z.string().max(60).optional(),
  symbol: z.string().max(20).optional(),
  rpc: z.array(httpUrl).min(1),
  startBlock: z.int().nonnegative().default(0),
  endBlock: z.int().nonnegative().optional(),
  fhe: z
    .strictObject({
      executor: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/)
        .optional(),
    })
    .optional(),
});

function readChainsFile(path: string, problems: string[]): ChainConfig[] {
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
    problems.push(`CHAINS_FILE ${path} names a chain id twice: keep one of the entries.`);
  return parsed.data.map((chain) => ({
    id: chain.id,
    name: chain.name,
    symbol: chain.symbol,
    rpcUrls: chain.rpc,
    startBlock: chain.startBlock,
    endBlock: chain.endBlock,
    fheExecutor: chain.fhe?.executor,
  }));
}
