import { loadAddresses, loadIndexerState } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { getFheHandle, getFheHandleLineage } from '@/lib/endpoints/fhe-handle';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { loadLineage } from './lineage-loader';
import { loadHandle } from './loader';
import { mentionedBy, presentHandle, presentOperationAt } from './present';

const STEPS = 4n;

/** GET /fhe/handles/{handle}. */
export const fheHandleOperation = implement(getFheHandle, async ({ db, params }) => {
  const [loaded, state] = await Promise.all([
    loadHandle(db, hexToBuffer(params.handle_param)),
    loadIndexerState(db),
  ]);
  if (!loaded) return undefined;
  const addresses = await loadAddresses(db, mentionedBy(loaded));
  return presentHandle(loaded, addresses, state?.fhe_handles_below ?? null);
});

/** GET /fhe/handles/{handle}/lineage. */
export const fheHandleLineageOperation = implement(getFheHandleLineage, async ({ db, params, query }) => {
  const handle = hexToBuffer(params.handle_param);
  const { operations, before, after } = await loadLineage(db, handle, Number(query.steps ?? STEPS));
  const addresses = await loadAddresses(
    db,
    operations.map(({ row }) => row.caller),
  );
  return {
    operations: operations.map(({ row, distance }) => ({ ...presentOperationAt(row, addresses), distance })),
    has_more_before: before.map(bufferToHex).sort(),
    has_more_after: after.map(bufferToHex).sort(),
  };
});
