import { getChainOverview } from '@/lib/endpoints/chain-overview';
import { findLatestBlock } from '@/lib/queries/block';
import { implement } from '../implement';
import { loadIndexerState } from '../loaders/address-mention';
import { presentIndexingProgress } from '../present/indexing-status';
import { presentNetworks } from '../present/network';
import { presentTimestamp } from '../present/values';

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
    head: { indexed_block: tip, head_block: head, timestamp },
    contents,
  };
});
