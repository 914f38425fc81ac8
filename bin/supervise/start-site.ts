import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@/lib/config';
import { ownUrl } from '@/lib/config/own-url';
import { AppError } from '@/lib/errors';
import { bufferToHex } from '@/lib/evm/hex';
import {
  describeProgress,
  findShowcase,
  type IndexProgress,
  isCaughtUp,
  reportUntilCaughtUp,
  untilIndexed,
} from './index-progress';
import { type MemoryUse, measureMemory } from './memory';
import { type Context, type OpenIndex, openIndex } from './open-index';
import { runPhase } from './progress';
import { environmentOf, roleEnvironment } from './role-environment';
import { createRoleOutput } from './role-output';
import { type RoleName, startRole } from './roles';
import { siteUrl } from './site-url';

/** A running site. `failed` rejects when a part of it cannot be kept running. */
export type Site = Readonly<{ failed: Promise<never> }>;

const READY_TIMEOUT_MS = 90_000;
const DEMO_TIMEOUT_MS = 300_000;
/** A real chain may take days, so only its first blocks are awaited. */
const REAL_TIMEOUT_MS = 15_000;

/** Starts everything the configuration implies, waits until it is ready and prints the summary. */
export async function startSite(context: Context): Promise<Site> {
  const { config, progress } = context;
  await mkdir(join(config.dataDir, 'logs'), { recursive: true });
  const index = config.apiIsElsewhere ? undefined : await openIndex(context);
  context.signal.throwIfAborted();
  const failed = startRoles(context, index);
  const outcome = await Promise.race([failed, untilReady(context, index)]);
  progress.say(describeOutcome(config, outcome));
  if (index && !index.demo) {
    const { openChain, chains } = index;
    reportUntilCaughtUp({ openChain, chains, say: progress.say, signal: context.signal }).catch(
      () => undefined,
    );
  }
  return { failed };
}

function startRoles({ config, progress, cleanup }: Context, index: OpenIndex | undefined): Promise<never> {
  const names: RoleName[] = index ? ['indexer', 'api', 'web'] : ['web'];
  const environment = roleEnvironment(config, index);
  const roles = names.map((name) =>
    startRole({
      name,
      environment: environmentOf(name, environment),
      output: createRoleOutput({
        role: name,
        file: logFile(config.dataDir, name),
        level: config.logLevel,
        show: progress.say,
      }),
      say: progress.say,
    }),
  );
  cleanup.add(async () => {
    // the pages first: those that are being written ask the api
    for (const role of roles.toReversed()) await role.stop();
  });
  const failures = [...roles.map((role) => role.failed), ...(index ? [index.failed] : [])];
  const failed = Promise.race(failures);
  failed.catch(() => undefined);
  return failed;
}

async function untilReady(context: Context, index: OpenIndex | undefined): Promise<Outcome> {
  const { config, progress, signal } = context;
  const web = ownUrl(config, config.port);
  await runPhase(progress, 'Starting the explorer', async () => {
    await untilAnswers(`${web}/readyz`, waitOptions(context, 'web'));
    if (index) await untilAnswers(`${ownUrl(config, config.apiPort)}/readyz`, waitOptions(context, 'api'));
  });
  const indexed = index ? await untilFirstBlocks(index, context) : [];
  const transaction = index ? await chooseTransaction(index) : undefined;
  if (transaction)
    await untilAnswers(`${web}/${transaction.chainId}/tx/${transaction.hash}`, waitOptions(context, 'web'));
  signal.throwIfAborted();
  return {
    seconds: process.uptime(),
    progress: indexed,
    transaction,
    contract: index?.demo && { chainId: index.demo.chain.chainId, address: index.demo.contract },
    dataFolder: index?.dataFolder,
    hasGeneratedKey: index !== undefined && config.apiKey === undefined,
    memory: measureMemory(process.pid),
  };
}

/** Waits for the demo chain's full history and for a real chain's first blocks. */
async function untilFirstBlocks(index: OpenIndex, context: Context): Promise<readonly IndexProgress[]> {
  const { openChain, chains, demo } = index;
  const isEnough = (each: IndexProgress) =>
    demo ? each.tip !== null && each.tip >= demo.historyTip : isCaughtUp(each);
  const result = await runPhase(context.progress, 'Indexing', (update) =>
    untilIndexed({
      openChain,
      chains,
      isEnough,
      onPoll: (all) => update(all.map(describeProgress).join(', ')),
      timeoutMs: demo ? DEMO_TIMEOUT_MS : REAL_TIMEOUT_MS,
      signal: context.signal,
    }),
  );
  if (demo && !result.every(isEnough)) {
    const log = logFile(context.config.dataDir, 'indexer');
    throw new AppError(
      'internal',
      `The demo chain is not indexed after ${DEMO_TIMEOUT_MS / 1000} s; see ${log}.`,
    );
  }
  return result;
}

async function chooseTransaction(index: OpenIndex): Promise<Outcome['transaction']> {
  const [highlight] = index.demo?.highlights ?? [];
  const [chain] = index.chains;
  if (!chain) return undefined;
  if (highlight) return { chainId: chain.chainId, hash: highlight.transactionHash, label: highlight.label };
  const hash = await findShowcase(index.openChain(chain.chainId));
  return hash && { chainId: chain.chainId, hash: bufferToHex(hash), label: 'one of the latest' };
}

function waitOptions({ config, signal }: Context, name: RoleName) {
  return { name, logFile: logFile(config.dataDir, name), timeoutMs: READY_TIMEOUT_MS, signal };
}

function logFile(dataDir: string, name: RoleName): string {
  return join(dataDir, 'logs', `${name}.log`);
}

const POLL_MS = 100;
const ANSWER_TIMEOUT_MS = 10_000;

/** Polls a URL until it returns 200. Throws AppError `internal` naming the log file after `timeoutMs`. */
async function untilAnswers(
  url: string,
  options: { name: string; logFile: string; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  let last = 'no response';
  while (Date.now() < deadline) {
    options.signal.throwIfAborted();
    last = await requestStatus(url);
    if (last === '200') return;
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
  throw new AppError(
    'internal',
    `${options.name} is not ready after ${options.timeoutMs / 1000} s (${url}: ${last}); its log is ${options.logFile}.`,
  );
}

async function requestStatus(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no response';
  }
}

/** Result of a start, except for the configuration. */
type Outcome = Readonly<{
  seconds: number;
  progress: readonly IndexProgress[];
  transaction: Readonly<{ chainId: number; hash: string; label: string }> | undefined;
  /** One with verified sources; undefined except on the demo chain. */
  contract: Readonly<{ chainId: number; address: string }> | undefined;
  dataFolder: string | undefined;
  hasGeneratedKey: boolean;
  memory: MemoryUse | undefined;
}>;

/** The summary printed after a start. */
function describeOutcome(config: Config, outcome: Outcome): string {
  const site = siteUrl(config);
  const [first] = outcome.progress;
  const rows: [string, string][] = [['Open', site]];
  if (outcome.transaction) {
    const { chainId, hash, label } = outcome.transaction;
    rows.push(['Transaction', `${site}/${chainId}/tx/${hash}  (${label})`]);
  }
  if (outcome.contract) {
    const { chainId, address } = outcome.contract;
    rows.push(['Contract', `${site}/${chainId}/address/${address}/contract  (verified, with its sources)`]);
  }
  rows.push(['API', first ? `${site}/${first.chain.chainId}/api/v2` : config.apiUrl]);
  if (outcome.hasGeneratedKey) rows.push(['API key', `in ${join(config.dataDir, 'api-key')}`]);
  rows.push(...outcome.progress.map((progress): [string, string] => ['Index', describeProgress(progress)]));
  if (outcome.dataFolder) rows.push(['Data', outcome.dataFolder]);
  if (!config.apiIsElsewhere) rows.push(['Logs', join(config.dataDir, 'logs')]);
  if (outcome.memory) {
    const { bytes, processes } = outcome.memory;
    rows.push(['Memory', `${Math.round(bytes / 1e6)} MB in ${processes} processes`]);
  }
  rows.push(['Stop', 'Ctrl-C']);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`);
  return [``, `Astrolabe is ready after ${outcome.seconds.toFixed(1)} s.`, ``, ...lines, ``].join('\n');
}
