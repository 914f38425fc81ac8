import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { findLatestBlock } from '@/lib/api/block/query';
import { presentNetworks } from '@/lib/api/config/network-present';
import { implement } from '@/lib/api/implement';
import { presentDevelopment, presentIndexingProgress } from '@/lib/api/indexing-status/present';
import { presentTimestamp } from '@/lib/api/values';
import { getChainOverview } from '@/lib/endpoints/chain-overview';

/** GET /main-page/overview. */
export const chainOverviewOperation = implement(getChainOverview, async ({ db, services, listChains }) => {
  const [chains, state, latest, contents] = await Promise.all([
    listChains(),
    loadIndexerState(db),
    findLatestBlock(db),
    services.chainContents(db),
  ]);
  const { tip, head } = presentIndexingProgress(state);
  const timestamp = latest === undefined ? null : presentTimestamp(latest.timestamp);
  return {
    networks: presentNetworks(chains),
    head: { first_block: state?.first_block ?? null, indexed_block: tip, head_block: head, timestamp },
    contents,
    development: state ? presentDevelopment(state) : null,
  };
});
