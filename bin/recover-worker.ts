import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { recoverSenders } from '@/lib/proof/recover-senders';

// A worker thread of lib/indexer/sync/sender-pool.ts.
await loadFastKeccak();

export default recoverSenders;
