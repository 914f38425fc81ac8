import type { TokenInfo } from '@/lib/endpoints/token';
import { groupDigits } from '@/lib/format/number';

/** Who told what the contract says about itself; nothing where that is not known. */
export function TokenSource({ token }: { token: TokenInfo }) {
  const { metadata_source: metadata, total_supply_source: supply } = token;
  const sources = [metadata, supply].filter((source) => source !== null);
  if (sources.length === 0) return null;
  const endpoints = [...new Set(sources.flatMap((source) => source.endpoints))].join(', ');
  const at = supply?.block_number ?? metadata?.block_number ?? null;
  return (
    <p className="wrap-any -mt-3 text-xs text-soft">
      Name, symbol, decimals and supply are what the contract answered through the node {endpoints}
      {at !== null && <>, the supply at about block {groupDigits(String(at))}</>}: not proven.
    </p>
  );
}
