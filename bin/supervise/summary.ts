import { join } from 'node:path';
import type { Config } from '@/lib/config';
import { describeProgress, type IndexProgress } from './index-progress';
import type { MemoryUse } from './memory';
import { siteUrl } from './site-url';

/** Result of a start, except for the configuration. */
export type Outcome = Readonly<{
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
export function describeOutcome(config: Config, outcome: Outcome): string {
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
