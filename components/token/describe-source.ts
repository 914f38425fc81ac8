import type { TokenInfo } from '@/lib/endpoints/token';
import { groupDigits } from '@/lib/format/number';

type Described = Pick<
  TokenInfo,
  'name' | 'symbol' | 'decimals' | 'total_supply' | 'metadata_source' | 'total_supply_source'
>;

/** Which of a token's facts are answers of its contract, and who told them; undefined where none is known. */
export function describeSource(token: Described): string | undefined {
  const named = (['name', 'symbol', 'decimals'] as const).filter((fact) => token[fact] !== null);
  const metadata = named.length === 0 ? null : token.metadata_source;
  const supply = token.total_supply === null ? null : token.total_supply_source;
  const facts = [...(metadata === null ? [] : named), ...(supply === null ? [] : ['supply'])];
  if (facts.length === 0) return undefined;
  const endpoints = new Set([metadata, supply].flatMap((source) => source?.endpoints ?? []));
  const at = supply?.block_number ?? metadata?.block_number ?? null;
  const what = metadata !== null && supply !== null && supply.block_number !== null ? 'the supply ' : '';
  const time = at === null ? '' : `, ${what}at about block ${groupDigits(String(at))}`;
  return `${joinFacts(facts)} what the contract answered through the node ${[...endpoints].join(', ')}${time}: not proven.`;
}

/** `Name, symbol and decimals are`. */
function joinFacts(facts: readonly string[]): string {
  const last = facts.at(-1) ?? '';
  const text = facts.length > 1 ? `${facts.slice(0, -1).join(', ')} and ${last}` : last;
  const verb = facts.length > 1 || last === 'decimals' ? 'are' : 'is';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${verb}`;
}
