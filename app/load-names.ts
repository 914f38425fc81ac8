import type { Outcome } from '@/components/contract/call-outcome';
import { callExtra } from '@/lib/client/call';
import type { CallOutcome } from '@/lib/client/call-contract';
import { listSignatures, MAX_SIGNATURE_KEYS } from '@/lib/endpoints/signature';
import { type CallFailure, readFailure } from '@/lib/evm/call-answer';
import { listErrors } from '@/lib/evm/call-form';
import { type GuessedEvent, guessEvents } from '@/lib/evm/guess-events';
import { type FoundFunction, type GuessedFunction, guessFunctions } from '@/lib/evm/guess-functions';
import { type KeyNames, presentWithNames, readNames } from '@/lib/evm/name-lookups';
import type { StoredName } from '@/lib/evm/name-sources';
import { indexSignatures } from '@/lib/evm/signatures';

/** Functions found in code, by the names that the API has of their selectors. */
export function loadGuessedFunctions(
  chain: string,
  found: readonly FoundFunction[],
): Promise<GuessedFunction[]> {
  return presentWithNames(namesOf(chain), (names) => guessFunctions(found, names));
}

/** Known events of which code has the topic. */
export function loadGuessedEvents(chain: string, code: string): Promise<GuessedEvent[]> {
  const bytes = Buffer.from(code.slice(2), 'hex');
  return presentWithNames(namesOf(chain), (names) => guessEvents(bytes, names));
}

/** Why a call failed, by the errors of an ABI, and the names that the API has. */
export function loadFailure(
  chain: string,
  failure: Readonly<{ message: string; data: string | undefined }>,
  abi: unknown,
): Promise<CallFailure> {
  const own = indexSignatures(listErrors(abi));
  return presentWithNames(namesOf(chain), (names) => readFailure(failure, [own, ...names]));
}

/** What a call returned, or why it failed. */
export async function loadOutcome(chain: string, outcome: CallOutcome, abi: unknown): Promise<Outcome> {
  return 'output' in outcome ? outcome : loadFailure(chain, outcome, abi);
}

/** An API that offers no names has none. */
function namesOf(chain: string) {
  const load = async (keys: readonly string[]): Promise<ReadonlyMap<string, KeyNames>> => {
    const stored = new Map<string, StoredName[]>(keys.map((key) => [key, []]));
    const batches = Array.from({ length: Math.ceil(keys.length / MAX_SIGNATURE_KEYS) }, (_, at) =>
      keys.slice(at * MAX_SIGNATURE_KEYS, (at + 1) * MAX_SIGNATURE_KEYS).join(','),
    );
    const answers = await Promise.all(
      batches.map((list) => callExtra(listSignatures, { chain, params: {}, query: { keys: list } })),
    );
    for (const { key, ...name } of answers.flatMap((answer) => answer?.items ?? []))
      stored.get(key)?.push(name);
    return new Map([...stored].map(([key, names]) => [key, readNames(key, names)]));
  };
  return { find: () => undefined, load };
}
