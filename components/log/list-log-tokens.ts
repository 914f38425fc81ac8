import type { Log } from '@/lib/endpoints/log';
import { listNamedTokens } from '@/lib/format/amount-unit';
import { SYSTEM_ADDRESS_HASH } from '@/lib/format/hash';
import { hasAmount } from '@/lib/format/parameter-meaning';

/** The contracts that amounts of logs may be of, each once: the emitting ones, and those that parameters name. */
export function listLogTokens(logs: readonly Log[]): string[] {
  const found = logs.flatMap(({ address, decoded, declared_inputs: inputs }) => {
    if (decoded === null) return [];
    const isOfEmitter =
      hasAmount(decoded.method_call.split('(', 1)[0] ?? '') &&
      address.hash.toLowerCase() !== SYSTEM_ADDRESS_HASH;
    return [...(isOfEmitter ? [address.hash] : []), ...listNamedTokens(decoded, inputs)];
  });
  return [...new Set(found)];
}
