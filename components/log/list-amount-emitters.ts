import type { Log } from '@/lib/endpoints/log';
import { hasAmount } from '@/lib/format/parameter-meaning';

/** The contracts whose logs may hold amounts of a token of theirs, each once. */
export function listAmountEmitters(logs: readonly Log[]): string[] {
  const emitters = logs.filter(({ decoded }) => hasAmount(decoded?.method_call.split('(', 1)[0] ?? ''));
  return [...new Set(emitters.map(({ address }) => address.hash))];
}
