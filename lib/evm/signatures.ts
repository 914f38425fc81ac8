import type { Abi, AbiEvent, AbiFunction } from 'viem';
import { parseAbi } from 'viem/utils';
import {
  type AbiError,
  type DecodedCall,
  type DecodedLog,
  decodeCall,
  decodeLog,
  eventTopic,
  itemSelector,
} from './abi';
import { bufferToHex } from './hex';
import { ACCESS, ERRORS } from './interfaces/access';
import { ACCOUNTS } from './interfaces/accounts';
import { ERC7984, FHE_ERRORS, FHE_HOST, FHE_OPERATION_EVENTS } from './interfaces/confidential';
import { AAVE_V3, UNISWAP_V2, UNISWAP_V3 } from './interfaces/defi';
import { ERC20, HYBRID_AND_VAULT, NFT } from './interfaces/tokens';

/** Interfaces by selector and topic; where several match, the first one listed wins. */
export type Signatures = Readonly<{
  functions: ReadonlyMap<string, readonly AbiFunction[]>;
  events: ReadonlyMap<string, readonly AbiEvent[]>;
  errors: ReadonlyMap<string, readonly AbiError[]>;
}>;

/** Indexes the functions, events (anonymous ones excepted) and errors of an ABI. */
export function indexSignatures(abi: Abi): Signatures {
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

/** The interfaces that need no source: token standards, access control, proxies, accounts, fhEVM, Uniswap, Aave. */
export const BUILT_IN: Signatures = indexSignatures(
  parseAbi(
    [
      ERC20,
      NFT,
      HYBRID_AND_VAULT,
      ERC7984,
      FHE_OPERATION_EVENTS,
      FHE_HOST,
      ACCESS,
      ACCOUNTS,
      UNISWAP_V2,
      UNISWAP_V3,
      AAVE_V3,
      ERRORS,
      FHE_ERRORS,
    ].flatMap((list) => [...new Set(list)]),
  ),
);

/** The functions of a 4-byte selector, `[]` when none is known. Selectors are short: the arguments must decode too. */
export function findFunctions(selector: Buffer, signatures = BUILT_IN): readonly AbiFunction[] {
  return signatures.functions.get(bufferToHex(selector)) ?? [];
}

/** The events of a log with these topics, by the first one and by how many follow; `[]` when none is known. */
export function findEvents(topics: readonly Buffer[], signatures = BUILT_IN): readonly AbiEvent[] {
  const [topic, ...indexed] = topics;
  if (topic === undefined) return [];
  return signatures.events.get(eventKey(bufferToHex(topic), indexed.length)) ?? [];
}

/** The errors of a 4-byte selector, `[]` when none is known. */
export function findErrors(selector: Buffer, signatures = BUILT_IN): readonly AbiError[] {
  return signatures.errors.get(bufferToHex(selector)) ?? [];
}

/** The call that `input` makes to a function of the first interfaces that know it; undefined when none does. */
export function decodeKnownCall(
  input: Buffer,
  sources: readonly Signatures[] = [BUILT_IN],
): DecodedCall | undefined {
  for (const signatures of sources) {
    for (const item of findFunctions(input.subarray(0, 4), signatures)) {
      const call = decodeCall(input, item);
      if (call) return call;
    }
  }
  return undefined;
}

/** The event of the first interfaces that know the log; undefined when none does. */
export function decodeKnownLog(
  log: Readonly<{ topics: readonly Buffer[]; data: Buffer }>,
  sources: readonly Signatures[] = [BUILT_IN],
): DecodedLog | undefined {
  for (const signatures of sources) {
    for (const item of findEvents(log.topics, signatures)) {
      const event = decodeLog(log, item);
      if (event) return event;
    }
  }
  return undefined;
}

function eventKey(topic: string, indexedCount: number): string {
  return `${topic}/${indexedCount}`;
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
