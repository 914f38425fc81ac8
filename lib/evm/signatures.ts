import type { Abi, AbiEvent, AbiFunction } from 'viem';
import { parseAbi } from 'viem/utils';
import {
  type AbiError,
  type DecodedCall,
  type DecodedLog,
  type DecodedParameter,
  decodeCall,
  decodeLog,
  decodeResult,
  eventTopic,
  itemSelector,
} from './abi';
import { bufferToHex } from './hex';
import { ACCESS, ERRORS } from './interfaces/access';
import { ACCOUNTS, PERMIT2 } from './interfaces/accounts';
import { ERC7984, FHE_ERRORS, FHE_HOST, FHE_OPERATION_EVENTS } from './interfaces/confidential';
import { AAVE_V3, UNISWAP_V2, UNISWAP_V3 } from './interfaces/defi';
import { PROTOCOL_ERRORS } from './interfaces/errors';
import { FHE_HOST_FUNCTIONS } from './interfaces/fhe-functions';
import { CONFIDENTIAL_MAKERS, FHE_HOST_ERRORS, FHE_NEWER_EVENTS } from './interfaces/fhe-host';
import { ERC20, HYBRID_AND_VAULT, NFT } from './interfaces/tokens';

type Lookup<Item> = Pick<ReadonlyMap<string, readonly Item[]>, 'get'>;

/** ABI items by selector or topic; the first match wins. */
export type Signatures = Readonly<{
  functions: Lookup<AbiFunction>;
  events: Lookup<AbiEvent>;
  errors: Lookup<AbiError>;
  /**
   * Names that are only guesses, as selectors collide. Learned ones (imported or fetched) lack parameter names and do not say
   * which are indexed: their events are below their topic and 0 indexed parameters.
   */
  guess?: 'declared' | 'learned';
}>;
/** Signatures of which all are known. */
export type SignatureMaps = Readonly<{
  functions: ReadonlyMap<string, readonly AbiFunction[]>;
  events: ReadonlyMap<string, readonly AbiEvent[]>;
  errors: ReadonlyMap<string, readonly AbiError[]>;
}>;

/** Indexes the functions, non-anonymous events and errors of an ABI. */
export function indexSignatures(abi: Abi): SignatureMaps {
  const functions = new Map<string, AbiFunction[]>();
  const events = new Map<string, AbiEvent[]>();
  const errors = new Map<string, AbiError[]>();
  for (const item of abi) {
    if (item.type === 'function') add(functions, itemSelector(item), item);
    else if (item.type === 'error') add(errors, itemSelector(item), item);
    else if (item.type === 'event' && !item.anonymous) {
      const indexed = item.inputs.filter((input) => input.indexed).length;
      add(events, eventKey(eventTopic(item), indexed), item);
    }
  }
  return { functions, events, errors };
}

/** Built-in ABIs: token standards, access control, proxies, accounts, fhEVM, Uniswap, Aave. */
export const BUILT_IN: SignatureMaps = indexSignatures(
  parseAbi(
    [
      ERC20,
      NFT,
      HYBRID_AND_VAULT,
      ERC7984,
      FHE_OPERATION_EVENTS,
      FHE_HOST,
      FHE_HOST_FUNCTIONS,
      ACCESS,
      ACCOUNTS,
      PERMIT2,
      UNISWAP_V2,
      UNISWAP_V3,
      AAVE_V3,
      ERRORS,
      PROTOCOL_ERRORS,
      FHE_ERRORS,
      FHE_NEWER_EVENTS,
      FHE_HOST_ERRORS,
      CONFIDENTIAL_MAKERS,
    ].flatMap((list) => [...new Set(list)]),
  ),
);

/** Functions with a 4-byte selector. Selectors collide: the arguments must decode too. */
export function findFunctions(selector: Buffer, signatures: Signatures = BUILT_IN): readonly AbiFunction[] {
  return signatures.functions.get(bufferToHex(selector)) ?? [];
}

/** Events matching the first topic and the number of indexed parameters. */
export function findEvents(
  topics: readonly Buffer[],
  signatures: Signatures = BUILT_IN,
): readonly AbiEvent[] {
  const [topic, ...indexed] = topics;
  if (topic === undefined) return [];
  return signatures.events.get(eventKey(bufferToHex(topic), indexed.length)) ?? [];
}

/** Errors with a 4-byte selector. */
export function findErrors(selector: Buffer, signatures: Signatures = BUILT_IN): readonly AbiError[] {
  return signatures.errors.get(bufferToHex(selector)) ?? [];
}

/** The sources that are no guesses. */
export function withoutGuesses(sources: readonly Signatures[]): readonly Signatures[] {
  return sources.some(isGuess) ? sources.filter((source) => !isGuess(source)) : sources;
}

/** Those that are. */
export function onlyGuesses(sources: readonly Signatures[]): readonly Signatures[] {
  return sources.filter(isGuess);
}

const isGuess = (source: Signatures) => source.guess !== undefined;

/** Decodes a call with the first matching function of the sources; guesses do not count. */
export function decodeKnownCall(
  input: Buffer,
  sources: readonly Signatures[] = [BUILT_IN],
): DecodedCall | undefined {
  for (const signatures of withoutGuesses(sources)) {
    for (const item of findFunctions(input.subarray(0, 4), signatures)) {
      const call = decodeCall(input, item);
      if (call) return call;
    }
  }
  return undefined;
}

/** Decodes what a call returned, with the function that `decodeKnownCall` finds. */
export function decodeKnownResult(
  call: Readonly<{ input: Buffer; output: Buffer }>,
  sources: readonly Signatures[] = [BUILT_IN],
): DecodedParameter[] | undefined {
  for (const signatures of withoutGuesses(sources)) {
    const item = findFunctions(call.input.subarray(0, 4), signatures).find((one) =>
      decodeCall(call.input, one),
    );
    if (item) return decodeResult(call.output, item);
  }
  return undefined;
}

/** Decodes a log with the first matching event of the sources; guesses do not count. */
export function decodeKnownLog(
  log: Readonly<{ topics: readonly Buffer[]; data: Buffer }>,
  sources: readonly Signatures[] = [BUILT_IN],
): DecodedLog | undefined {
  for (const signatures of withoutGuesses(sources)) {
    for (const item of findEvents(log.topics, signatures)) {
      const event = decodeLog(log, item);
      if (event) return event;
    }
  }
  return undefined;
}

/** The key of an event by its topic and number of indexed parameters. */
export function eventKey(topic: string, indexedCount: number): string {
  return `${topic}/${indexedCount}`;
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
