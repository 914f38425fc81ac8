import type { Twins } from '@/components/fhe/twins';
import { callExtra } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import { type FheHandle, getFheHandle } from '@/lib/endpoints/fhe-handle';

/** Chains that are asked for a handle that was sent to them. */
const MAX_ASKED = 3;

/** Finds where the bridged twins of a handle are, if their chains are served here too. */
export async function loadTwins({ handle, bridged }: FheHandle): Promise<Twins> {
  if (bridged.length === 0) return new Map();
  const chains = await findChainList();
  const asked = bridged.slice(0, MAX_ASKED).map(async ({ guid, twin, chain_id: id }) => {
    const chain = chains?.find((one) => one.id === id);
    if (chain === undefined) return [];
    if (twin !== null) return [[guid, { chain, handle: twin }] as const];
    const there = await callExtra(getFheHandle, { chain: chain.id, params: { handle_param: handle } });
    const arrived = there?.bridged.find((one) => one.guid === guid)?.twin ?? null;
    return [[guid, { chain, handle: arrived }] as const];
  });
  return new Map((await Promise.all(asked)).flat());
}
