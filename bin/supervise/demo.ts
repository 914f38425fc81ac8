import type { ResolvedChain } from '@/bin/common/resolve-chains';
import type { Demo } from '@/demo/start-demo';
import { listBlocks } from '@/lib/api/block/query';
import { dropChain, migrateChain } from '@/lib/db/migrate';
import { openDatabase, type Sql } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import { findDeployments } from '@/lib/fhe/deployments';
import type { Logger } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { fetchBlockHash } from '@/lib/rpc/methods';

/** The running demo chain and the final height of its history. */
export type DemoChain = Readonly<{
  chain: ResolvedChain;
  historyTip: number;
  highlights: readonly { label: string; transactionHash: string }[];
  /** Address of a contract with verified sources. */
  contract: string;
  stop(): Promise<void>;
}>;

export type StartDemoChain = (options: {
  dataDir: string;
  log: Logger;
  signal: AbortSignal;
}) => Promise<DemoChain>;

/** Loads the demo chain. Throws AppError `config` if this build has none. */
export async function loadDemo(): Promise<StartDemoChain> {
  try {
    const { startDemo } = await import('@/demo/start-demo');
    return async (options) => describeDemo(await startDemo(options));
  } catch (cause) {
    throw new AppError(
      'config',
      'This build has no demo chain: set RPC_URL or CHAINS_FILE to index a chain, or API_URL to show one that is indexed elsewhere.',
      { cause },
    );
  }
}

async function describeDemo(demo: Demo): Promise<DemoChain> {
  const deployments = findDeployments(demo.chainId);
  const executor = deployments[0]?.executor;
  const rpc = createRpc({ urls: [demo.rpcUrl] });
  return {
    chain: {
      chainId: demo.chainId,
      name: demo.name,
      symbol: demo.symbol,
      firstBlock: 0,
      firstBlockHash: (await fetchBlockHash(rpc, 0)) ?? null,
      isDemo: true,
      fheExecutor: executor === undefined ? null : hexToBuffer(executor),
      deployments,
      rpcUrls: [demo.rpcUrl],
      endBlock: undefined,
    },
    historyTip: demo.tip.number,
    highlights: demo.highlights,
    contract: demo.contract,
    stop: demo.stop,
  };
}

/** Drops the demo index if its tip is not on the chain (a crash lost recent chain state). True if dropped. */
export async function dropStaleDemo(sql: Sql, demo: Pick<DemoChain, 'chain'>): Promise<boolean> {
  const { chainId, rpcUrls } = demo.chain;
  const [row] = await sql`select 1 from pg_namespace where nspname = ${`chain_${chainId}`}`;
  if (!row) return false;
  // it may be of an older release, or of a start that ended before its tables were made
  await migrateChain(sql, chainId);
  const [tip] = await listBlocks(openDatabase(sql, chainId), { below: undefined, limit: 1 });
  if (!tip) return false;
  const hash = await fetchBlockHash(createRpc({ urls: rpcUrls }), tip.number);
  if (hash?.equals(tip.hash)) return false;
  await dropChain(sql, chainId);
  return true;
}
