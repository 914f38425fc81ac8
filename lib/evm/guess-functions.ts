import type { AbiFunction } from 'viem';
import type { ContractFunction } from './call-form';
import { bufferToHex, type Hex } from './hex';
import { disassemble, findMetadata, type Instruction } from './opcodes';
import { BUILT_IN, findFunctions, type Signatures } from './signatures';

/** A selector that code compares the calldata with, and the known functions that have it; none for an unknown one. */
export type GuessedFunction = Readonly<{ selector: Hex; candidates: readonly AbiFunction[] }>;

const MAX_FUNCTIONS = 500;
const MAX_CODE = 64 * 1024;
const SELECTOR_LENGTH = 4;

/**
 * Guesses the functions of code by the selectors that it compares with and jumps on, as compilers of Solidity and Vyper
 * write it, among the built-in ones and those that `sources` declare; those that Vyper looks up in a table are not found, those of contracts that it creates may be.
 */
export function guessFunctions(code: Buffer, sources: readonly Signatures[]): GuessedFunction[] {
  const declaring = [BUILT_IN, ...sources.filter(({ guess }) => guess === 'declared')];
  const found = new Map<Hex, GuessedFunction>();
  const window: Instruction[] = [];
  for (const instruction of disassemble(code.subarray(0, Math.min(MAX_CODE, findMetadata(code))))) {
    window.push(instruction);
    if (window.length > 6) window.shift();
    const selector = readComparison(window);
    if (selector === undefined || found.has(bufferToHex(selector))) continue;
    if (found.size >= MAX_FUNCTIONS) break;
    const hex = bufferToHex(selector);
    const candidates = declaring.flatMap((source) => findFunctions(selector, source));
    found.set(hex, { selector: hex, candidates: deduplicate(candidates) });
  }
  return [...found.values()];
}

/** Three bytes, of a selector that begins with zero, are otherwise often a constant such as a chain ID. */
const COMPARISON = /^(PUSH4 (DUP\d+ )?(EQ|XOR|SUB)|PUSH3 (DUP\d+ )?EQ) (ISZERO )?PUSH[123] JUMPI$/;

/** The selector of `PUSH4 selector, DUP2, EQ, PUSH2 target, JUMPI` and the like, at the end of some instructions. */
function readComparison(window: readonly Instruction[]): Buffer | undefined {
  const [target, jump] = window.slice(-2).map(({ name }) => name);
  if (jump !== 'JUMPI' || !/^PUSH[123]$/.test(target ?? '')) return undefined;
  for (const length of [4, 5, 6]) {
    const [push, ...rest] = window.slice(-length);
    if (push?.data === undefined || window.length < length) continue;
    const names = [push, ...rest].map(({ name }) => name).join(' ');
    if (COMPARISON.test(names))
      return Buffer.concat([Buffer.alloc(SELECTOR_LENGTH - push.data.length), push.data]);
  }
  return undefined;
}

/** Two sources may have one function, with other names of parameters. */
function deduplicate(items: readonly AbiFunction[]): AbiFunction[] {
  const typesOf = ({ name, inputs }: AbiFunction) => `${name}(${inputs.map(({ type }) => type).join()})`;
  return [...new Map(items.toReversed().map((item) => [typesOf(item), item])).values()].toReversed();
}

/** The guessed functions that can be called: by the first candidate of each selector. */
export function toCallable(guessed: readonly GuessedFunction[]): ContractFunction[] {
  return guessed.flatMap(({ selector, candidates: [item] }) =>
    item === undefined ? [] : [{ item, selector, isRead: /^(view|pure)$/.test(item.stateMutability) }],
  );
}
