import type { TokenInfo } from '@/lib/endpoints/token';
import { msg, t } from '@/lib/language/t';

type SourcedFields = Pick<TokenInfo, 'name' | 'symbol' | 'decimals' | 'total_supply'>;

/** Which of a token's facts were called from its contract, which no block proves; undefined where none is known. */
export function describeSource(token: SourcedFields): string | undefined {
  const facts = FACTS.filter(([fact]) => token[fact] !== null);
  const [first] = facts;
  if (first === undefined) return undefined;
  return t('{facts} {count, plural, one {was} other {were}} read from the contract, not proven.', {
    facts: joinFacts(facts.map(([, label]) => t(label))),
    // decimals are several by themselves
    count: facts.length > 1 || first[0] === 'decimals' ? 2 : 1,
  });
}

const FACTS = [
  ['name', msg('name')],
  ['symbol', msg('symbol')],
  ['decimals', msg('decimals')],
  ['total_supply', msg('supply')],
] as const;

/** `Name, symbol and decimals`. */
function joinFacts(facts: readonly string[]): string {
  const last = facts.at(-1) ?? '';
  const text =
    facts.length > 1 ? t('{others} and {last}', { others: facts.slice(0, -1).join(', '), last }) : last;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
