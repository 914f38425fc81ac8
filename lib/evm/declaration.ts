import { keccak256 } from './keccak';

const SELECTOR_LENGTH = 4;
/** Modifiers and returns after the parameters of a function. */
const BEHIND = /\)( (payable|view|pure|nonpayable))?( returns \(.*\))?$/;

/** The selector of `function …` or `error …` as hex, or the topic of `event …`: declarations as viem writes them. */
export function keyOfDeclaration(declaration: string): Buffer {
  const [kind = ''] = declaration.split(' ', 1);
  const signature = declaration
    .slice(kind.length + 1)
    .replace(BEHIND, ')')
    .replaceAll(', ', ',')
    .replace(/ [\w$]+/g, '');
  const hash = keccak256(Buffer.from(signature));
  return kind === 'event' ? hash : hash.subarray(0, SELECTOR_LENGTH);
}
