import { fileURLToPath } from 'node:url';
import { type Config, readEnvironment } from '@/lib/config';
import type { OpenIndex } from './open-index';

/** Empty counts as unset and, unlike a deleted variable, is not restored from `.env`. */
const UNSET = '';
/** The demo contracts' ABIs, relative to the bundle in dist/. */
const DEMO_INTERFACES = fileURLToPath(new URL('../demo/abi', import.meta.url));

/** Environment of every role: the user's own plus what the supervisor resolved. */
export function roleEnvironment(config: Config, index: OpenIndex | undefined): NodeJS.ProcessEnv {
  const base = {
    ...readEnvironment(),
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: config.host,
    PORT: String(config.port),
    API_PORT: String(config.apiPort),
    PUBLIC_URL: config.publicUrl,
    API_URL: config.apiIsElsewhere ? config.apiUrl : UNSET,
  };
  if (!index) return base;
  return {
    ...base,
    DATABASE_URL: index.databaseUrl,
    API_KEY: index.apiKey,
    ...chainVariables(config, index),
  };
}

/** Not passed to the web role, which is publicly reachable and needs no database, node or Redis. */
const NOT_FOR_WEB = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL', 'RPC_URL', 'CHAINS_FILE'] as const;

/** The part of it that a role needs. */
export function environmentOf(role: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (role !== 'web') return environment;
  return { ...environment, ...Object.fromEntries(NOT_FOR_WEB.map((name) => [name, UNSET])) };
}

function chainVariables(config: Config, index: OpenIndex): Record<string, string> {
  const [chain] = index.chains;
  const isListed = config.chains.some(({ id }) => id !== undefined);
  if (isListed || !chain) return {};
  const RPC_URL = chain.rpcUrls.join(',');
  // the node of development may be of another chain later
  if (chain.dev && !index.demo) return { RPC_URL };
  const named = { RPC_URL, CHAIN_NAME: chain.name, CHAIN_SYMBOL: chain.symbol };
  if (!index.demo) return named;
  const ofDemo = {
    ABI_DIR: config.abiDir ?? DEMO_INTERFACES,
    VERIFICATION: readEnvironment().VERIFICATION || 'on',
  };
  return { ...named, START_BLOCK: UNSET, END_BLOCK: UNSET, ...ofDemo };
}
