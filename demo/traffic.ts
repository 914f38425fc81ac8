import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@/lib/log';
import { deriveAccounts } from './accounts';
import { addEverydayBlock } from './activity/everyday';
import { createDemoChain, type Instance } from './chain';
import { fetchTip, type NodeRequest } from './node-request';
import { createRandom } from './random';

const PAUSES = { firstMs: 4_000, afterErrorMs: 10_000 };
/** The pause grows by its first length after this many blocks, so that a chain left running stays small. */
const BLOCKS_PER_SLOWDOWN = 200;

type TrafficOptions = {
  request: NodeRequest;
  contracts: ReadonlyMap<string, Instance>;
  log: Logger;
  signal: AbortSignal;
  /** Before a block, and after an error. */
  pauses?: typeof PAUSES;
};

/** Adds a block of everyday activity every few seconds until aborted. Errors are logged and do not end it. */
export async function runTraffic(options: TrafficOptions): Promise<void> {
  const { log, signal, pauses = PAUSES } = options;
  while (!signal.aborted) {
    try {
      await addTraffic(options);
    } catch (error) {
      log.warn({ error }, 'demo traffic was interrupted');
      await rest(pauses.afterErrorMs, signal);
    }
  }
}

async function addTraffic(options: TrafficOptions): Promise<void> {
  const { request, signal, pauses = PAUSES } = options;
  const tip = await fetchTip(request);
  const random = createRandom(`traffic from ${tip.number}`);
  let { timestamp } = tip;
  const timestampOf = () => {
    timestamp = Math.max(timestamp + 1, Math.floor(Date.now() / 1_000));
    return timestamp;
  };
  const chain = await createDemoChain({ request, accounts: deriveAccounts(), timestampOf });
  for (const [name, instance] of options.contracts) chain.contracts.set(name, instance);
  for (let count = 0; !signal.aborted; count++) {
    const slowdown = 1 + count / BLOCKS_PER_SLOWDOWN;
    await rest(pauses.firstMs * slowdown * (0.5 + random.int(1_000) / 1_000), signal);
    if (!signal.aborted) await addEverydayBlock(chain, { random, joined: 1 });
  }
}

/** Ends early, without an error, when aborted. */
export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
