import { z } from 'zod';
import {
  height,
  httpUrl,
  httpUrlOrOff,
  integer,
  links,
  list,
  MAX_PARTITION,
  MIN_PARTITION,
  port,
  postgresUrl,
  relayers,
  rpcList,
  text,
  url,
} from './formats';

const ACCENT = /^#[0-9a-f]{6}(\s*,\s*#[0-9a-f]{6})?$/i;
const POOLERS = ['session', 'transaction'] as const;
const PROOFS = ['required', 'auto', 'off'] as const;
const DIALECTS = ['specification', 'blockscout'] as const;
const SWITCH = ['on', 'off'] as const;
const DEV = ['auto', 'on', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** npm's own. */
export const COMPILERS_REGISTRY = 'https://registry.npmjs.org';
/** Schema of all variables. */
export const SCHEMA = z
  .object({
    RPC_URL: rpcList,
    CHAINS_FILE: z.string(),
    START_BLOCK: height,
    END_BLOCK: height,
    // 1 and true are what other tools set, for their own use
    DEV: z.preprocess(
      (text) => (text === '1' || text === 'true' ? 'auto' : text),
      z.enum(DEV, { error: `must be one of ${DEV.join(', ')}` }),
    ),
    PROVE: z.enum(PROOFS, { error: `must be one of ${PROOFS.join(', ')}` }),
    DATABASE_URL: postgresUrl,
    DATABASE_REPLICA_URL: postgresUrl,
    DATABASE_REPLICA_LAG: integer(1, 3600),
    DATABASE_POOL: integer(1, 1000),
    DATABASE_POOLER: z.enum(POOLERS, { error: `must be one of ${POOLERS.join(', ')}` }),
    DATABASE_TIMEOUT: integer(0, 3600),
    PARTITION_BLOCKS: integer(MIN_PARTITION, MAX_PARTITION),
    DATA_DIR: z.string(),
    REDIS_URL: url(['redis:', 'rediss:']),
    PORT: port,
    API_PORT: port,
    HOST: z.string(),
    API_URL: httpUrl,
    API_KEY: z.string().regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be 1 to 200 visible ASCII characters' }),
    METRICS_HOST: z.string(),
    INDEXER_METRICS_PORT: port,
    API_METRICS_PORT: port,
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
    OTEL_SDK_DISABLED: z.string(),
    API_DIALECT: z.enum(DIALECTS, { error: `must be one of ${DIALECTS.join(', ')}` }),
    PUBLIC_URL: httpUrl,
    CHAIN_NAME: z.string().max(60),
    CHAIN_SYMBOL: z.string().max(20),
    TRUSTED_PROXIES: list,
    ABI_DIR: z.string(),
    LABELS_FILE: z.string(),
    PRICES_FILE: z.string(),
    TOKEN_LIST_FILE: z.string(),
    TOKEN_LOGO_HOSTS: list,
    IPFS_URL: httpUrl,
    SOURCIFY_URL: httpUrl,
    SIGNATURES_URL: httpUrl,
    VERIFICATION: z.enum(SWITCH, { error: `must be one of ${SWITCH.join(', ')}` }),
    COMPILERS_DIR: z.string(),
    COMPILERS_URL: httpUrlOrOff,
    FHE_RELAYERS: relayers,
    BRAND_NAME: text(40),
    BRAND_LOGO: z.string(),
    BRAND_ACCENT: z
      .string()
      .regex(ACCENT, { error: 'must be one or two colors as in #1d4ed8,#93c5fd: for light and dark' })
      .transform((colors) => colors.toLowerCase().split(/\s*,\s*/)),
    BRAND_LINKS: links,
    BRAND_FOOTER: text(200),
    BRAND_NOTICE: text(300),
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
  })
  .partial();
/** Parsed variables. */
export type Values = z.output<typeof SCHEMA>;
type Name = keyof Values;

/** Documentation of each variable, in order; also the source of the defaults. */
export const VARIABLES: Readonly<Record<Name, { meaning: string; default?: string; example?: string }>> = {
  RPC_URL: {
    meaning:
      'JSON-RPC endpoints of the chain to index, comma-separated: if one fails, the next is used. A fragment (…#Name) is the name that visitors see. Not set: the demo chain.',
    example: 'https://ethereum-rpc.example',
  },
  CHAINS_FILE: {
    meaning:
      'For several chains, instead of RPC_URL: a JSON file [{"id", "name", "symbol", "rpc": [..], "startBlock", "endBlock", "fhe": {"executor"}, "ens": {"registry"}, "prices", "database", "replica", "partitionBlocks"}]; all but id and rpc are optional.',
    example: './chains.json',
  },
  START_BLOCK: { meaning: 'First block to index.', default: '0' },
  END_BLOCK: { meaning: 'Last block to index. Not set: follow the head of the chain.', example: '17686125' },
  DEV: {
    meaning:
      'Whether a chain whose one RPC endpoint is on this machine (127.0.0.1, ::1 or localhost) may begin again, go back or fork another chain, as the chains of development nodes do: its index is then emptied and filled anew. auto: if the node is anvil, Hardhat, Ganache or geth --dev. on: whatever the node is. off: never.',
    default: 'auto',
  },
  PROVE: {
    meaning:
      'Proof of each block against its own hash before it is stored. required: other blocks are never stored. auto: those of a chain whose rules are unknown are stored as not proven. off: none.',
    default: 'auto',
  },
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or newer. Not set: an embedded PostgreSQL in DATA_DIR.',
    example: 'postgres://astrolabe:secret@localhost:5432/astrolabe',
  },
  DATABASE_REPLICA_URL: {
    meaning: 'A replica of that database, for reads.',
    example: 'postgres://astrolabe:secret@replica:5432/astrolabe',
  },
  DATABASE_REPLICA_LAG: {
    meaning: 'Seconds that the replica may be behind; reads go to the primary while it is further behind.',
    default: '10',
  },
  DATABASE_POOL: { meaning: 'Maximum connections per process.', default: '10' },
  DATABASE_POOLER: {
    meaning: 'Mode of a connection pooler between api and PostgreSQL: session or transaction.',
    default: 'session',
  },
  DATABASE_TIMEOUT: {
    meaning:
      'Seconds after which a statement of the api is canceled and its request is answered 503. 0: no limit.',
    default: '15',
  },
  PARTITION_BLOCKS: {
    meaning:
      'Blocks of a partition of the large tables, for chains of hundreds of millions of transactions, unless CHAINS_FILE says it of a chain. Not set: new chains have plain tables.',
    example: '1000000',
  },
  DATA_DIR: { meaning: 'Folder of the embedded database and of the demo chain.', default: './.data' },
  REDIS_URL: {
    meaning: 'Redis for rate limits shared by all api processes. Not set: each process counts on its own.',
    example: 'redis://localhost:6379',
  },
  PORT: { meaning: 'Port of the web pages.', default: '3000' },
  API_PORT: { meaning: 'Port of the API.', default: '4000' },
  HOST: { meaning: 'Address that web and api listen on.', default: '127.0.0.1' },
  METRICS_HOST: {
    meaning: 'Address that metrics are served on (GET /metrics, for Prometheus).',
    default: '127.0.0.1',
  },
  INDEXER_METRICS_PORT: { meaning: "Port of the indexer's metrics. Not set: none.", example: '9464' },
  API_METRICS_PORT: { meaning: "Port of the api's metrics. Not set: none.", example: '9465' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'A collector of OpenTelemetry (OTLP over HTTP) that web, api and indexer send traces to. The other standard variables (OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER …) are followed, too. Not set: no traces.',
    example: 'http://localhost:4318',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: 'The URL that traces are sent to, with its path, in place of the collector above.',
    example: 'http://localhost:4318/v1/traces',
  },
  OTEL_SDK_DISABLED: { meaning: 'true: no traces, whatever endpoint is set.', example: 'true' },
  API_URL: {
    meaning:
      'The API that the pages read. Set to another service with the same API: only the web role runs. Not set: our own api.',
    example: 'https://api.explorer.example',
  },
  API_KEY: {
    meaning:
      'The key that the web server sends to the API; it never reaches a browser. For our own api: set here or generated, and registered without limits.',
    example: 'a-long-random-text',
  },
  API_DIALECT: {
    meaning:
      "Types of transaction info and of its list of token transfers below /api/v2. specification: gas_limit and the list's log_index as integer and text, revert_reason as text. blockscout: as Blockscout has them, for its own frontend.",
    default: 'specification',
  },
  PUBLIC_URL: {
    meaning:
      "The site's own address, for canonical links and preview images. Not set: http://localhost:$PORT.",
    example: 'https://explorer.example',
  },
  CHAIN_NAME: {
    meaning: 'Name of the chain of RPC_URL. Not set: the well-known name of its ID.',
    example: 'My chain',
  },
  CHAIN_SYMBOL: {
    meaning: 'Symbol of its native coin. Not set: the well-known one, else ETH.',
    example: 'ETH',
  },
  TRUSTED_PROXIES: {
    meaning: 'IP addresses or ranges whose forwarding headers are trusted, comma-separated.',
    default: '127.0.0.0/8,::1',
  },
  ABI_DIR: {
    meaning:
      "Folder of ABI files (JSON), or Foundry's out or Hardhat's artifacts, for api and indexer: to decode calls and events, and to recognize contracts by their code; addresses.json in it names contracts.",
    example: './abi',
  },
  LABELS_FILE: {
    meaning:
      'Names for addresses, for the indexer: CSV with the columns address, name, tags, url and chain_id, or JSON; the last three may be left out.',
    example: './labels.csv',
  },
  PRICES_FILE: {
    meaning:
      'Prices in US dollars, for the indexer: CSV with the columns day (2026-01-31, UTC), token (an address, or coin), price and chain_id, the last one only for several chains. Read again when it changes; nobody else is asked.',
    example: './prices.csv',
  },
  TOKEN_LIST_FILE: {
    meaning:
      'A token list in the form of tokenlists.org, or a folder with tokenlist.json, for the indexer: its logos are served by this site. Relative ones are files beside it.',
    example: './tokens',
  },
  TOKEN_LOGO_HOSTS: {
    meaning:
      'Hosts that the indexer fetches logos of the token list from, comma-separated. Not set: none are fetched.',
    example: 'raw.githubusercontent.com',
  },
  IPFS_URL: {
    meaning:
      'A gateway of IPFS that the indexer fetches logos with ipfs: URLs from. Not set: none are fetched.',
    example: 'http://127.0.0.1:8080',
  },
  SIGNATURES_URL: {
    meaning:
      'A signature database with the API of OpenChain, as Sourcify also offers it, to look up names of calls, events and errors of contracts without a known ABI. Not set: no lookups.',
    example: 'https://api.4byte.sourcify.dev',
  },
  SOURCIFY_URL: {
    meaning:
      'A server with the API of Sourcify (version 2), to look up verified contracts that visitors view. Not set: no lookups.',
    example: 'https://sourcify.dev/server',
  },
  VERIFICATION: {
    meaning:
      'Whether the api verifies contracts by compiling the sources that visitors send: on or off. Not set: on for the demo chain, else off.',
    example: 'on',
  },
  COMPILERS_DIR: {
    meaning:
      'Folder of Solidity compilers, VERSION/soljson.js each, for installations without a network. Not set: compilers in DATA_DIR, where fetched ones are kept.',
    example: './compilers',
  },
  COMPILERS_URL: {
    meaning:
      'npm registry that other compilers (package solc) are fetched from, each when somebody first verifies with it, and checked against the hash that Astrolabe has of it. off: none are fetched.',
    default: COMPILERS_REGISTRY,
  },
  FHE_RELAYERS: {
    meaning:
      "Relayers of fhEVM, for the web server, comma-separated, each chain ID=URL with its version (2): pages of handles then let a visitor's wallet decrypt through it, and may connect to it. Not set: none.",
    example: '11155111=https://relayer.example/v2',
  },
  BRAND_NAME: {
    meaning: 'Name of the site, in its bar, titles and preview images. Not set: Astrolabe.',
    example: 'My explorer',
  },
  BRAND_LOGO: {
    meaning:
      'A square logo beside the name, also the icon of the site: an SVG, PNG or WebP file of at most 128 KB.',
    example: './logo.svg',
  },
  BRAND_ACCENT: {
    meaning:
      'Color of links and buttons, in the light and the dark theme. Each must be readable: a contrast of 4.5:1 (WCAG AA) with every background of its theme.',
    example: '#1d4ed8,#93c5fd',
  },
  BRAND_LINKS: {
    meaning:
      'Up to eight links of the footer and the menu, comma-separated, each text=URL (a comma in a URL as %2C).',
    example: 'Bridge=https://bridge.example,Support=mailto:help@example.com',
  },
  BRAND_FOOTER: {
    meaning: 'First words of the footer. Not set: the name, and that this is Astrolabe.',
    example: 'Run by Example Ltd',
  },
  BRAND_NOTICE: {
    meaning: 'A notice above every page.',
    example: 'This chain is upgraded on 1 March, 12:00 UTC.',
  },
  LOG_LEVEL: { meaning: 'Minimum log level.', default: 'info' },
};
