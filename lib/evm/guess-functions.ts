import type { AbiFunction } from 'viem';
import type { ContractFunction } from './call-form';
import { bufferToHex, type Hex, hexToBuffer } from './hex';
import { BUILT_IN, findFunctions, type Signatures } from './signatures';

/** A function found in bytecode: its types as `address,uint256[]`; null where the code does not tell. */
export type FoundFunction = Readonly<{
  selector: string;
  argument_types: string | null;
  state_mutability: string | null;
}>;
/** A function found in code, and the known functions that have its selector; none for an unknown one. */
export type GuessedFunction = Omit<FoundFunction, 'selector'> &
  Readonly<{ selector: Hex; candidates: readonly AbiFunction[] }>;

/**
 * Names functions by their selectors, among the built-in ones and those that `sources` declare. Those come first that
 * have the types which the code shows: selectors collide.
 */
export function guessFunctions(
  found: readonly FoundFunction[],
  sources: readonly Signatures[],
): GuessedFunction[] {
  const declaring = [BUILT_IN, ...sources.filter(({ guess }) => guess === 'declared')];
  return found.map((one) => {
    const selector = hexToBuffer(one.selector);
    const known = declaring.flatMap((source) => findFunctions(selector, source));
    const candidates = deduplicate(known).map((item) => ({
      item,
      isMeant: typesOf(item) === one.argument_types,
    }));
    candidates.sort((first, second) => Number(second.isMeant) - Number(first.isMeant));
    return { ...one, selector: bufferToHex(selector), candidates: candidates.map(({ item }) => item) };
  });
}

const typesOf = ({ inputs }: AbiFunction) => inputs.map(({ type }) => type).join();

/** Two sources may have one function, with other names of parameters. */
function deduplicate(items: readonly AbiFunction[]): AbiFunction[] {
  const keyOf = (item: AbiFunction) => `${item.name}(${typesOf(item)})`;
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

/** The guessed functions that can be called: by the first candidate of each selector. */
export function toCallable(guessed: readonly GuessedFunction[]): ContractFunction[] {
  return guessed.flatMap(({ selector, candidates: [item] }) =>
    item === undefined ? [] : [{ item, selector, isRead: /^(view|pure)$/.test(item.stateMutability) }],
  );
}
