import type { Logger } from '@/lib/log';
import { type Anvil, startAnvil } from './anvil';
import { buildHistory, HISTORY_FINGERPRINT, HISTORY_HEIGHT } from './build-history';
import type { DemoChain, Instance } from './chain';
import { CHAIN_ID } from './envelope';
import { keepAnvil } from './keep-anvil';
import { type ChainTip, fetchTip, type NodeRequest } from './node-request';
import { spreadBlocks } from './schedule';
import { type Facts, openStoredChain, type StoredChain } from './stored-chain';
import { rest, runTraffic } from './traffic';

const DAYS = 90;
const SAVE_EVERY_MS = 5_000;
/** Saving takes at most 1/SAVE_SHARE of the time. */
const SAVE_SHARE = 30;
/**
 * Past states readable; block contents stay readable forever. Those of the history are: the limits of HCULimit are read in the
 * state of each of its upgrades.
 */
const KEPT_STATES = HISTORY_HEIGHT + 64;
const HIGHLIGHTS = [
  ['FHE medley', 'A sealed bid, a secret ballot, a throw of encrypted dice and two confidential transfers'],
  ['token medley', 'More than fifty token transfers of five standards'],
  ['ERC-20 transfer beyond the balance', 'A transfer that was reverted, and why'],
] as const;
const CONTRACT = 'ConfidentialDollar';

export type Demo = {
  rpcUrl: string;
  chainId: typeof CHAIN_ID;
  name: string;
  symbol: string;
  /** Noteworthy transactions; the same after every start. */
  highlights: readonly { label: string; transactionHash: string }[];
  /** A contract worth reading. */
  contract: string;
  /** The latest block when the demo started; after a crash it may be older than blocks seen before. */
  tip: ChainTip;
  /** Ends the traffic, saves the state and stops the node. */
  stop(): Promise<void>;
};

/**
 * Starts the demo chain of `dataDir`: resumes a stored one, or builds its history of 90 days; traffic follows every
 * few seconds until `signal` aborts or `stop` is called. A node that exits by itself is restarted from the stored
 * state, which may be seconds old. Throws AppError `config` without anvil.
 */
export async function startDemo(options: {
  dataDir: string;
  log: Logger;
  signal: AbortSignal;
}): Promise<Demo> {
  const { log, signal } = options;
  const stored = await openStoredChain(options.dataDir);
  const { anvil, facts } = (await resumeChain(stored, log)) ?? (await buildChain(stored));
  const ending = new AbortController();
  const live = AbortSignal.any([signal, ending.signal]);
  const { request, rpcUrl } = anvil;
  const restart = () => startStored(stored, { ...facts, port: Number(new URL(rpcUrl).port) });
  const keptAlive = keepAnvil({ first: anvil, restart, log, signal: ending.signal });
  keptAlive.givenUp.then(() => ending.abort());
  const contracts = new Map<string, Instance>(Object.entries(facts.contracts));
  const background = Promise.all([
    runTraffic({ request, contracts, log, signal: live }),
    keepSaving({ stored, request, log, signal: live }),
  ]);
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    name: 'Astrolabe demo chain',
    symbol: 'ETH',
    highlights: facts.highlights,
    contract: facts.contracts[CONTRACT]?.address ?? '',
    tip: await fetchTip(request),
    stop: async () => {
      const isRunning = !ending.signal.aborted;
      ending.abort();
      await background;
      if (isRunning) await trySaving({ stored, request, log });
      await keptAlive.stop();
    },
  };
}

type StartedChain = { anvil: Anvil; facts: Facts };

/** Undefined when there is nothing to resume. */
async function resumeChain(stored: StoredChain, log: Logger): Promise<StartedChain | undefined> {
  const facts = await stored.readFacts(HISTORY_FINGERPRINT);
  if (!facts) return undefined;
  try {
    return { anvil: await startStored(stored, facts), facts };
  } catch (error) {
    log.warn({ error }, 'could not read the saved demo chain; building it again');
    return undefined;
  }
}

/** anvil makes its own block 0 before it loads the stored one, and may answer with either: they must be equal. */
function startStored(
  stored: StoredChain,
  { genesisTimestamp: timestamp, port }: Pick<Facts, 'genesisTimestamp'> & { port?: number },
): Promise<Anvil> {
  const options = { timestamp, keptStates: KEPT_STATES, ...(port === undefined ? {} : { port }) };
  return stored.withState((stateFile) => startAnvil({ ...options, stateFile }));
}

async function buildChain(stored: StoredChain): Promise<StartedChain> {
  const now = Math.floor(Date.now() / 1_000);
  const genesisTimestamp = now - DAYS * 86_400;
  const anvil = await startAnvil({ timestamp: genesisTimestamp, keptStates: KEPT_STATES });
  try {
    const schedule = spreadBlocks({ blocks: HISTORY_HEIGHT, days: DAYS, end: now });
    const chain = await buildHistory(anvil.request, schedule);
    const facts: Facts = {
      fingerprint: HISTORY_FINGERPRINT,
      genesisTimestamp,
      tip: await fetchTip(anvil.request),
      contracts: Object.fromEntries(chain.contracts),
      highlights: HIGHLIGHTS.map(([name, label]) => ({
        label,
        transactionHash: getNotable(chain, name),
      })),
    };
    await stored.saveState(anvil.request);
    await stored.writeFacts(facts);
    return { anvil, facts };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

function getNotable(chain: DemoChain, name: string): string {
  const hash = chain.notable.get(name);
  if (hash === undefined) throw new Error(`Unknown transaction of the demo chain: ${name}`);
  return hash;
}

type SaveContext = { stored: StoredChain; request: NodeRequest; log: Logger };

async function keepSaving({ signal, ...context }: SaveContext & { signal: AbortSignal }): Promise<void> {
  let lastMs = 0;
  while (!signal.aborted) {
    await rest(Math.max(SAVE_EVERY_MS, SAVE_SHARE * lastMs), signal);
    const startedAt = performance.now();
    if (!signal.aborted) await trySaving(context);
    lastMs = performance.now() - startedAt;
  }
}

async function trySaving({ stored, request, log }: SaveContext): Promise<void> {
  try {
    await stored.saveState(request);
  } catch (error) {
    log.warn({ error }, 'could not save the state of the demo chain');
  }
}
