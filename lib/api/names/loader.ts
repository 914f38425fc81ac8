import { toFunctionSignature } from 'viem';
import type { CallContext } from '@/lib/api/implement';
import { type FoundFunction, guessFunctions } from '@/lib/evm/guess-functions';
import { type Hex, hexToBuffer } from '@/lib/evm/hex';
import { presentWithNames } from '@/lib/evm/name-lookups';
import { findFunctions, type Signatures } from '@/lib/evm/signatures';

/**
 * Presents decoded data with the known signatures and with names of selectors and topics, which are loaded on demand, so
 * that `present` may run again. It must be pure.
 */
export function withNames<Answer>(
  { services }: Pick<CallContext, 'services'>,
  present: (signatures: readonly Signatures[]) => Answer,
): Promise<Answer> {
  return presentWithNames(services.names.open(), (names) => present([...services.signatures, ...names]));
}

/** A function known only from a signature database or an import. */
type NamedFunction = Readonly<{ selector: Hex; signature: string }>;

/** The names of functions found in code that are neither built in nor shipped; every one is a guess. */
export function loadFunctionNames(
  context: CallContext,
  found: readonly FoundFunction[],
): Promise<NamedFunction[]> {
  return withNames(context, (signatures) => {
    const learned = signatures.filter(({ guess }) => guess === 'learned');
    return guessFunctions(found, signatures).flatMap(({ selector, candidates }) => {
      if (candidates.length > 0) return [];
      const [item] = learned.flatMap((source) => findFunctions(hexToBuffer(selector), source));
      return item === undefined ? [] : [{ selector, signature: toFunctionSignature(item) }];
    });
  });
}
