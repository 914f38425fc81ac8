import { toFunctionSignature } from 'viem';
import { hasNamedFunction } from '@/lib/evm/guess-call';
import { guessFunctions } from '@/lib/evm/guess-functions';
import { bufferToHex, type Hex, hexToBuffer } from '@/lib/evm/hex';
import { listNestedSelectors } from '@/lib/evm/nested-calls';
import { hasTableError, hasTableEvent } from '@/lib/evm/signature-table';
import { eventKey, findErrors, findFunctions, type Signatures } from '@/lib/evm/signatures';
import type { CallContext } from '../implement';
import { type AddressMap, interfacesOf } from '../present/address';
import { presentAnyCall } from '../present/transaction-call';

type Calling = Readonly<{ input: Buffer; to_address: Buffer | null }>;
/** What a page shows that may need names. */
type Shown = Readonly<{
  calls?: readonly Calling[];
  /** Calls of which those in the arguments are shown too. */
  outer?: readonly Calling[];
  /** What failed calls returned. */
  failures?: readonly Readonly<{ output: Buffer | null; to_address: Buffer | null }>[];
  logs?: readonly Readonly<{ topic0: Buffer | null; address: Buffer }>[];
}>;

const SELECTOR = 4;

/** Learns the names of selectors and topics that neither the contracts' ABIs nor the table have. Waits at most 300 ms. */
export function learnNames({ services }: CallContext, shown: Shown, addresses: AddressMap): Promise<void> {
  const { signatures } = services;
  const sourcesOf = (address: Buffer | null) => interfacesOf(address, { addresses, signatures });
  const isMissing = (sources: readonly Signatures[], has: (source: Signatures) => boolean) =>
    !sources.some((source) => source.isLearned !== true && has(source));
  const calls = (shown.calls ?? []).flatMap(({ input, to_address }) => {
    const selector = input.subarray(0, SELECTOR);
    if (selector.length < SELECTOR || to_address === null) return [];
    const sources = sourcesOf(to_address);
    return isMissing(sources, (source) => findFunctions(selector, source).length > 0) ? [selector] : [];
  });
  // of a call whose own name is learned here, those in its arguments are learned the next time
  const nested = (shown.outer ?? []).flatMap((row) => {
    const call = presentAnyCall(row, { addresses, signatures }).decoded_input;
    return call === null ? [] : listNestedSelectors(call, signatures);
  });
  const failures = (shown.failures ?? []).flatMap(({ output, to_address }) => {
    const selector = output?.subarray(0, SELECTOR);
    if (selector?.length !== SELECTOR || hasTableError(selector.toString('hex'))) return [];
    const sources = sourcesOf(to_address);
    return isMissing(sources, (source) => findErrors(selector, source).length > 0) ? [selector] : [];
  });
  const logs = (shown.logs ?? []).flatMap(({ topic0, address }) => {
    if (topic0 === null || hasTableEvent(topic0.toString('hex', 0, SELECTOR))) return [];
    const start = bufferToHex(topic0);
    const has = (source: Signatures) =>
      [0, 1, 2, 3].some((count) => source.events.has(eventKey(start, count)));
    return isMissing(sourcesOf(address), has) ? [topic0] : [];
  });
  const called = [...calls, ...nested];
  const [named, unnamed] = [called.filter(hasNamedFunction), called.filter((one) => !hasNamedFunction(one))];
  return services.learn([...unnamed, ...failures, ...logs].map(bufferToHex), named.map(bufferToHex));
}

/** A function that only a signature database, or an import, names. */
type LearnedFunction = Readonly<{ selector: Hex; signature: string }>;

/** The names of selectors in code that the table lacks, learned as `learnNames` does; every one is a guess. */
export async function learnFunctions({ services }: CallContext, code: Buffer): Promise<LearnedFunction[]> {
  const unnamed = guessFunctions(code).flatMap(({ selector, candidates }) =>
    candidates.length === 0 ? [selector] : [],
  );
  await services.learn(unnamed);
  const learned = services.signatures.filter(({ isLearned }) => isLearned === true);
  return unnamed.flatMap((selector) => {
    const [item] = learned.flatMap((source) => findFunctions(hexToBuffer(selector), source));
    return item === undefined ? [] : [{ selector, signature: toFunctionSignature(item) }];
  });
}
