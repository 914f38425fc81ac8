import { isEnglish } from '@/lib/language/current-language';
import { englishOf, msg, t } from '@/lib/language/t';
import { groupDigits } from './number';

/**
 * What the API, or the part of the pages that requests it, says in English sentences of a fixed set; a name in braces
 * stands for what differs. `test/api-sentences.test.ts` compares them with the sources that say them.
 */
const SENTENCES = [
  // proofs of blocks
  msg('the node omits {field} of transaction {index}'),
  msg('the node omits status or cumulativeGasUsed of receipt {index}'),
  msg('the node omits {fields}'),
  msg('transaction {index} has no signature'),
  msg('transaction {index} has no known signature'),
  msg('transaction {index} has another hash'),
  msg('transaction {index} was signed by another account'),
  msg('the header has fields of unknown meaning ({field})'),
  msg("the header's hash is {found}, not {expected}"),
  msg('{count} uncles contradict sha3Uncles'),
  msg('the encoding of transaction type {type} is unknown, or the node omits its signature or a price'),
  msg('logsBloom does not match the logs'),
  msg('the header has no such root'),
  msg('the root of {count} items is {found}, not {expected}'),
  msg('log {index} is numbered {found}'),
  msg('gasUsed does not match the receipts'),
  msg('{field} of transaction {index} does not follow from its fields'),
  msg('the parent is not indexed'),
  msg('the block below has another hash'),
  // an RPC endpoint without a name of the operator's
  msg('endpoint {index} of {count}'),
  // what a list or a trace lacks
  msg('The node returned no traces.'),
  msg('The block of this transaction is not indexed yet.'),
  msg('Calls are known once the transaction is in a block.'),
  msg('Only the first {shown} of {count} calls are stored.'),
  msg('The first {shown} of {count} calls are shown.'),
  msg('Calls are indexed from block {block} on.'),
  msg('The trace from the node contradicts the transaction.'),
  msg('The node has no trace of this transaction.'),
  msg('The node has no trace of this transaction: it does not trace calls, or no longer has the state.'),
  msg('The trace of this transaction is too large to return.'),
  msg('The first {shown} of {count} slots are listed.'),
  msg('The node cannot report state changes: it has no prestateTracer, or no longer has the state.'),
  msg('The changes of this transaction are too large to return.'),
  msg('Token balances are left out: there are more than {limit} transfers.'),
  msg('Tokens are left out: there are more than {limit} transfers.'),
  msg(
    'Tokens are left out: there are more than {limit} transfers. So is coin moved by contracts: the calls of this transaction are not traced.',
  ),
  msg('The calls of this transaction are not traced: coin moved by contracts is omitted.'),
  msg('The node returned no balances: changes are computed from value, fee and traced calls.'),
  msg('The node has neither balances nor all calls: only value and fee are known.'),
  msg(
    'Only accounts with transfers since block {block} are known. Their balances are read from the contract, because transfers do not add up to them.',
  ),
  msg(
    'Only accounts with transfers since block {block} are known. The contract returns no balances: amounts are sums of these transfers.',
  ),
  msg(
    'Only accounts with transfers since block {block} are known. Amounts are sums of these transfers, not compared with the contract yet.',
  ),
  msg('Not listed: tokens that moved but whose balances are not known ({count}).'),
  msg(
    'The approval logs for 5,000 tokens and spenders were read, and this address has more. Others may be missing.',
  ),
  msg('The node returned no balance in time.'),
  msg(
    'This ranking covers the {count} accounts that appear in the newest transactions, blocks and withdrawals, with their balances at block {block}. Other accounts may hold more.',
  ),
  msg(
    'This ranking covers the {count} accounts that appear in the newest transactions, blocks and withdrawals, with their balances at block {block}. The node did not return the balances of {unknown} others in time. Other accounts may hold more.',
  ),
  msg(
    'This ranking covers the {count} accounts that appear in the newest transactions, blocks and withdrawals, with their latest balances. Other accounts may hold more.',
  ),
  msg(
    'This ranking covers the {count} accounts that appear in the newest transactions, blocks and withdrawals, with their latest balances. The node did not return the balances of {unknown} others in time. Other accounts may hold more.',
  ),
  // why a transaction failed
  msg('The price moved: the swap would have returned less than the minimum set.'),
  msg('The price moved: the swap would have cost more than the maximum set.'),
  msg('The deadline had passed.'),
  msg('An account held less than was to be transferred.'),
  msg('The allowance of the spender was too low.'),
  msg('The pool has insufficient liquidity for this swap.'),
  msg('A signed permit had expired.'),
  msg('A token transfer failed: the balance or allowance was too low, or the token rejected it.'),
  msg('The pool received less than the swap requires, as with fee-on-transfer tokens.'),
  msg('A token or an account refused a transfer or an approval.'),
  msg('The caller may not transfer this NFT.'),
  msg('There is no NFT with this ID.'),
  msg('Only the owner of the contract may call this.'),
  msg('The caller lacks the role that this needs.'),
  msg('The contract is paused.'),
  msg('The contract was reentered, which it forbids.'),
  msg('The contract is already initialized.'),
  msg('An assertion failed: an error in the contract.'),
  msg('A number overflowed or underflowed.'),
  msg('A number was divided by zero.'),
  msg('A number is not a value of the enum in the contract.'),
  msg('The contract popped an empty array.'),
  msg('The contract allocated too much memory, as for an oversized array.'),
  msg('An array index is out of bounds.'),
  msg('The transaction of the Safe failed, or had too little gas.'),
  msg('The signatures do not suffice: one is missing, not valid or not of an owner of the Safe.'),
  msg('Only an owner of the Safe, or the Safe itself, may call this.'),
  msg('The account of a user operation could not be created.'),
  msg('The account did not prefund a user operation, or the gas limit of the operation was too low.'),
  msg('A user operation had expired, or was not valid yet.'),
  msg('The account refused a user operation: its signature, nonce or check failed.'),
  msg('The paymaster refused a user operation.'),
  msg('USDT does not replace a nonzero allowance: it must be set to 0 first.'),
  msg('Two consecutive tokens in the path of this swap have no pair on Uniswap V2.'),
  msg(
    'The token refused the transfer without a reason, as some do when the balance is too low or transfers are paused.',
  ),
  msg('The failed check is in the called contract itself: none of its own calls failed.'),
  msg('A contract asked a pool for a swap, then refused to pay for it.'),
  msg('A call ran out of its gas.'),
  msg('Out of gas: the limit was {limit}, and {used} was used.'),
  // why the API did not answer
  msg('The API does not respond. Try again in a minute.'),
  msg('The API returned an error. Try again in a minute.'),
  msg('The API cannot answer at the moment. Try again in {seconds} seconds.'),
  msg('The API cannot answer at the moment. Try again in 1 second.'),
  msg('The API returned data in an unknown format.'),
  msg('The API returned something other than JSON.'),
  msg('The API closed the connection in the middle of its response: try again.'),
  msg('There is more data than this page can show. Use the API to get all of it.'),
  msg('This API does not execute contract calls.'),
  msg('There was no answer.'),
  msg('The API does not list its chains.'),
  msg('The API rejected the key of this site. Its operator must correct API_KEY.'),
  msg('This site has used up its API credits. Its operator must raise the plan.'),
  msg('The API rejected this site. Its operator must check API_URL and API_KEY.'),
  msg('The API is receiving too many requests. Try again in a few seconds.'),
  msg('Too many calls: try again in a minute.'),
  msg('Too many requests: try again in ten minutes.'),
  // verification of a contract
  msg('The compiler reported errors.'),
  msg('The compiler took too long.'),
  msg('The compiler output is too large.'),
  msg('The address has no code.'),
  msg('The compiled code does not match the contract code.'),
  msg('The compiled code and the contract code differ in length.'),
  msg(
    'The metadata is the same and the code is not: send all files of the original compilation, and no others.',
  ),
  msg('The sources have no contract with code.'),
  msg('The sources have no contract {name}.'),
  msg('Compiler {version} is not available.'),
  msg('The address is not a contract in an indexed block.'),
  msg('The verification could not run: try again later.'),
  msg('The compiler failed: the sources may need more memory or deeper recursion than it is given.'),
] as const;

type Pattern = Readonly<{ pattern: RegExp; names: readonly string[]; fixed: number; index: number }>;

/** Those with more fixed letters first: what is fixed in one is a value in another. */
const PATTERNS: readonly Pattern[] = SENTENCES.map((text, index) => toPattern(englishOf(text), index)).sort(
  (left, right) => right.fixed - left.fixed,
);

/**
 * A sentence of the API in the language of the request, or undefined for one that is not of the fixed set; in English
 * all are as they came.
 */
export function translateSentence(sentence: string): string | undefined {
  if (isEnglish()) return sentence;
  for (const { pattern, names, index } of PATTERNS) {
    const found = pattern.exec(sentence);
    const text = SENTENCES[index];
    if (found && text !== undefined)
      return t(text, Object.fromEntries(names.map((name, at) => [name, regroup(found[at + 1] ?? '')])));
  }
  return undefined;
}

/** Numbers are grouped in English there: 21,000. */
function regroup(value: string): string {
  return /^\d{1,3}(,\d{3})+$/.test(value) ? groupDigits(value.replaceAll(',', '')) : value;
}

/** A sentence as a page writes it; with a language if it is not that of the page. */
export type WrittenSentence = Readonly<{ text: string; lang?: 'en' }>;

/** A sentence of the API as a page writes it: translated, or as it came. */
export function writeSentence(sentence: string): WrittenSentence {
  const translated = translateSentence(sentence);
  return translated === undefined ? { text: sentence, lang: 'en' } : { text: translated };
}

/** RPC endpoints as the API names them, in a list; those that the operator has not named are of the fixed set. */
export function nameEndpoints(names: Iterable<string>): string {
  return [...names].map((name) => translateSentence(name) ?? name).join(', ');
}

function toPattern(english: string, index: number): Pattern {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const fixed = english.replace(/\{\w+\}/g, '').length;
  return { pattern: new RegExp(`^${parts.join('(.{1,300}?)')}$`, 's'), names, fixed, index };
}
