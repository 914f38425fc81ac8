import type { TokenInfo } from '@/lib/endpoints/token';
import { describeNode } from '@/lib/format/endpoint-names';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Described = Pick<
  TokenInfo,
  'name' | 'symbol' | 'decimals' | 'total_supply' | 'metadata_source' | 'total_supply_source'
>;

/** Which of a token's facts are answers of its contract, and who told them; undefined where none is known. */
export function describeSource(token: Described): string | undefined {
  const named = (['name', 'symbol', 'decimals'] as const).filter((fact) => token[fact] !== null);
  const metadata = named.length === 0 ? null : token.metadata_source;
  const supply = token.total_supply === null ? null : token.total_supply_source;
  const facts = [...(metadata === null ? [] : named), ...(supply === null ? [] : (['supply'] as const))];
  if (facts.length === 0) return undefined;
  const endpoints = new Set([metadata, supply].flatMap((source) => source?.endpoints ?? []));
  const at = supply?.block_number ?? metadata?.block_number ?? null;
  const isSupplyAlone = metadata !== null && supply !== null && supply.block_number !== null;
  return t(
    '{facts} {count, plural, one {was} other {were}} read from the contract through the node{isNamed, select, true { {endpoints}} other {}}{dated, select, none {} supply {, the supply at about block {block}} other {, at about block {block}}}, not proven.',
    {
      facts: joinFacts(facts.map((fact) => t(FACTS[fact]))),
      // decimals are several by themselves
      count: facts.length > 1 || facts[0] === 'decimals' ? 2 : 1,
      ...describeNode(endpoints),
      dated: at === null ? 'none' : isSupplyAlone ? 'supply' : 'all',
      block: groupDigits(String(at ?? 0)),
    },
  );
}

const FACTS = {
  name: msg('name'),
  symbol: msg('symbol'),
  decimals: msg('decimals'),
  supply: msg('supply'),
} as const;

/** `Name, symbol and decimals`. */
function joinFacts(facts: readonly string[]): string {
  const last = facts.at(-1) ?? '';
  const text =
    facts.length > 1 ? t('{others} and {last}', { others: facts.slice(0, -1).join(', '), last }) : last;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
