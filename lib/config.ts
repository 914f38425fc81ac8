import { resolve } from 'node:path';
import { AppError } from '@/lib/errors';
import { type BrandConfig, readBrand } from './config/brand';
import { type ChainConfig, type ChainEntry, readChainsFile } from './config/chains-file';
import { isLoopback } from './config/loopback';
import { ownUrl } from './config/own-url';
import { COMPILERS_REGISTRY, SCHEMA, VARIABLES, type Values } from './config/variables';

export type { ChainConfig } from './config/chains-file';

/** All settings of all programs. Frozen; loaded once and passed as arguments. */
export type Config = Readonly<{
  chains: readonly ChainConfig[];
  prove: 'required' | 'auto' | 'off';
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databaseReplicaLagMs: number;
  databasePool: number;
  /** Pool mode of the pooler in front of the database. */
  databasePooler: 'session' | 'transaction';
  /** Statement timeout of api; 0 for none. */
  databaseTimeoutMs: number;
  dataDir: string;
  redisUrl: string | undefined;
  host: string;
  port: number;
  apiPort: number;
  /** Where the programs serve metrics; nowhere without a port. */
  metrics: Readonly<Record<'indexer' | 'api', Readonly<{ host: string; port: number | undefined }>>>;
  /** True if traces are sent to an endpoint. */
  isTraced: boolean;
  apiUrl: string;
  /** True if API_URL points to another installation. */
  apiIsElsewhere: boolean;
  apiKey: string | undefined;
  /** Whose types the per-instance surface has. */
  apiDialect: 'specification' | 'blockscout';
  publicUrl: string;
  trustedProxies: readonly string[];
  abiDir: string | undefined;
  labelsFile: string | undefined;
  pricesFile: string | undefined;
  tokenList: Readonly<{ file: string; hosts: readonly string[]; ipfsUrl: string | undefined }> | undefined;
  sourcifyUrl: string | undefined;
  signaturesUrl: string | undefined;
  /** Undefined where contracts are not verified here. */
  verification: Readonly<{ compilersDir: string; compilersUrl: string | undefined }> | undefined;
  /** URLs of relayers of fhEVM by chain ID, without a slash at the end: what pages offer to decrypt through. */
  fheRelayers: Readonly<Record<string, string>>;
  brand: BrandConfig;
  logLevel: string;
  /** Values that must never be logged. */
  secrets: readonly string[];
}>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The process environment, read only here. Empty variables count as unset. */
export function readEnvironment(): Environment {
  return process.env;
}

/** Loads and validates everything. Throws AppError `config` listing every problem, one per line. */
export function loadConfig(environment: Environment = readEnvironment()): Config {
  const problems: string[] = [];
  const values = readVariables(environment, problems);
  const chains = readChains(values, problems).map((chain) => ({ ...chain, dev: devOf(chain, values) }));
  const config = {
    chains,
    ...readStores(values),
    ...readAddresses(values, problems),
    prove: values.PROVE ?? 'auto',
    databasePool: values.DATABASE_POOL ?? 10,
    databasePooler: values.DATABASE_POOLER ?? 'session',
    databaseTimeoutMs: 1_000 * (values.DATABASE_TIMEOUT ?? 15),
    apiKey: values.API_KEY,
    apiDialect: values.API_DIALECT ?? 'specification',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    fheRelayers: values.FHE_RELAYERS ?? {},
    brand: readBrand(values, problems),
    logLevel: values.LOG_LEVEL ?? 'info',
    secrets: listSecrets(values, chains),
  };
  if (problems.length > 0) throw new AppError('config', problems.join('\n'));
  return Object.freeze(config);
}

/** Only where the one endpoint is on loopback: what was indexed of any other chain outlives whatever its node says. */
function devOf({ rpcUrls }: ChainEntry, { DEV = 'auto' }: Values): ChainConfig['dev'] {
  const isOwn = rpcUrls.length === 1 && rpcUrls.every((url) => isLoopback(new URL(url).hostname));
  return isOwn ? DEV : 'off';
}

function readChains(values: Values, problems: string[]): ChainEntry[] {
  const startBlock = values.START_BLOCK ?? 0;
  const endBlock = values.END_BLOCK;
  if (endBlock !== undefined && endBlock < startBlock)
    problems.push('END_BLOCK is below START_BLOCK: raise it or leave it out.');
  if (values.RPC_URL && values.CHAINS_FILE)
    problems.push('RPC_URL and CHAINS_FILE are both set: keep one of them.');
  if (values.CHAINS_FILE) return readChainsFile(values.CHAINS_FILE, problems, values.PARTITION_BLOCKS);
  if (!values.RPC_URL) return [];
  return [
    {
      id: undefined,
      name: values.CHAIN_NAME,
      symbol: values.CHAIN_SYMBOL,
      rpcUrls: values.RPC_URL,
      startBlock,
      endBlock,
      fheDeployments: undefined,
      ensRegistry: undefined,
      database: undefined,
      replica: undefined,
      partitionBlocks: values.PARTITION_BLOCKS,
      prices: [],
    },
  ];
}

function readStores(values: Values) {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseReplicaLagMs: 1_000 * (values.DATABASE_REPLICA_LAG ?? 10),
    dataDir: dataDirOf(values),
    verification: readVerification(values),
    redisUrl: values.REDIS_URL,
    abiDir: values.ABI_DIR,
    labelsFile: values.LABELS_FILE,
    pricesFile: values.PRICES_FILE,
    tokenList:
      values.TOKEN_LIST_FILE === undefined
        ? undefined
        : {
            file: values.TOKEN_LIST_FILE,
            hosts: values.TOKEN_LOGO_HOSTS ?? [],
            ipfsUrl: values.IPFS_URL?.replace(/\/+$/, ''),
          },
    sourcifyUrl: values.SOURCIFY_URL,
    signaturesUrl: values.SIGNATURES_URL,
  };
}

function dataDirOf({ DATA_DIR: folder = './.data' }: Values): string {
  return resolve(/* turbopackIgnore: true */ folder);
}

function readVerification(values: Values): Config['verification'] {
  if (values.VERIFICATION !== 'on') return undefined;
  const { COMPILERS_DIR: folder, COMPILERS_URL: registry = COMPILERS_REGISTRY } = values;
  return {
    compilersDir: folder ? resolve(/* turbopackIgnore: true */ folder) : `${dataDirOf(values)}/compilers`,
    compilersUrl: registry === 'off' ? undefined : registry.replace(/\/+$/, ''),
  };
}

function readAddresses(values: Values, problems: string[]) {
  const port = values.PORT ?? 3000;
  const apiPort = values.API_PORT ?? 4000;
  if (port === apiPort) problems.push(`PORT and API_PORT are both ${port}: give each its own.`);
  const host = values.HOST ?? '127.0.0.1';
  return {
    host,
    port,
    apiPort,
    metrics: readMetrics(values, problems),
    isTraced: isTraced(values),
    apiUrl: (values.API_URL ?? ownUrl({ host }, apiPort)).replace(/\/+$/, ''),
    apiIsElsewhere: values.API_URL !== undefined,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
  };
}

function readMetrics(values: Values, problems: string[]): Config['metrics'] {
  const host = values.METRICS_HOST ?? '127.0.0.1';
  const { INDEXER_METRICS_PORT: indexer, API_METRICS_PORT: api } = values;
  if (indexer !== undefined && indexer === api)
    problems.push(`INDEXER_METRICS_PORT and API_METRICS_PORT are both ${api}: give each its own.`);
  return { indexer: { host, port: indexer }, api: { host, port: api } };
}

function isTraced(values: Values): boolean {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined && values.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
}

/** Shorter ones would mask ordinary words in logs. */
const MIN_SECRET_LENGTH = 8;

function listSecrets(values: Values, chains: readonly ChainConfig[]): string[] {
  const single = [values.DATABASE_URL, values.DATABASE_REPLICA_URL, values.REDIS_URL, values.API_KEY];
  const all = [
    ...single,
    ...chains.flatMap(({ rpcUrls, database, replica }) => [...rpcUrls, database, replica]),
  ];
  return all.filter((secret) => secret !== undefined).filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

function readVariables(environment: Environment, problems: string[]): Values {
  const given: Record<string, string> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const text = environment[name]?.trim() || variable.default;
    if (text !== undefined) given[name] = text;
  }
  const parsed = SCHEMA.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => ({ name: String(issue.path[0]), message: issue.message }));
  problems.push(...new Set(wrong.map(({ name, message }) => `${name} ${message}.`)));
  for (const { name } of wrong) delete given[name];
  return SCHEMA.safeParse(given).data ?? {};
}
