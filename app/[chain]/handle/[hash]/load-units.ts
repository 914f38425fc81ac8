import { callExtra } from '@/lib/client/call';
import type { FheHandle } from '@/lib/endpoints/fhe-handle';
import { getToken, type Token } from '@/lib/endpoints/token';

const MAX_TOKENS = 4;

/** The tokens by address that what is public of a handle is an amount of: confidential ones that told it, and ERC-20 ones. */
export async function loadUnits(
  chain: string,
  { tokens, cleartexts, public_amounts: amounts }: FheHandle,
): Promise<ReadonlyMap<string, Token>> {
  const held = new Set(tokens.map(({ hash }) => hash));
  const told = cleartexts.map(({ contract }) => contract.hash).filter((hash) => held.has(hash));
  const hashes = [...new Set([...told, ...amounts.map(({ token }) => token.hash)])].slice(0, MAX_TOKENS);
  const found = await Promise.all(
    hashes.map(async (hash) => {
      const token = await callExtra(getToken, { chain, params: { address_hash_param: hash } });
      return token === undefined ? [] : [[hash, token] as const];
    }),
  );
  return new Map(found.flat());
}
