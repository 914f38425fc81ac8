import { createRequestLimit } from '@/app/limit-requests';
import { loadOutcome } from '@/app/load-names';
import type { Outcome } from '@/components/contract/call-outcome';
import type { FormInput } from '@/components/contract/function-form';
import type { Group } from '@/components/contract/function-group';
import { callContract } from '@/lib/client/call-contract';
import { encodeCall } from '@/lib/evm/call-form';
import { msg, t } from '@/lib/language/t';

type Query = Readonly<Record<string, string | string[] | undefined>>;
type CallTarget = Readonly<{ chain: string; to: string; groups: readonly Group[] }>;
/** The selected function and outcomes by selector; `refusal` when no call was made. */
export type ReadResult = Readonly<{
  selected: string | undefined;
  typed: FormInput;
  outcomes: ReadonlyMap<string, Outcome>;
  refusal: string | undefined;
}>;

const isWithinLimit = createRequestLimit({ requests: 200, seconds: 60 });
const MAX_AT_ONCE = 20;
const BLOCK_PROBLEM = msg('Enter a block number, or leave empty for the latest block.');

/** Calls the function of the URL, or with `?fn=all` those without parameters. */
export async function readFunctions(query: Query, { chain, to, groups }: CallTarget): Promise<ReadResult> {
  const typed = readFormInput(query);
  const selected = typeof query.fn === 'string' ? query.fn : undefined;
  const functions = groups.flatMap((group) => group.functions.map((one) => ({ ...one, abi: group.abi })));
  const targets =
    selected === 'all'
      ? functions.filter(({ item }) => item.inputs.length === 0).slice(0, MAX_AT_ONCE)
      : functions.filter(({ selector }) => selector === selected);
  const none = { selected, typed, outcomes: new Map<string, Outcome>(), refusal: undefined };
  const block = readBlock(query.block);
  const calls = [];
  const problems = new Map<string, string>(block === undefined ? [['block', t(BLOCK_PROBLEM)]] : []);
  for (const { item } of targets) {
    const encoded = encodeCall(item, typed.texts);
    if ('problems' in encoded) for (const [place, text] of encoded.problems) problems.set(place, text);
    else calls.push({ to, data: encoded.data, block: block ?? 'latest' });
  }
  if (problems.size > 0) return { ...none, typed: { ...typed, problems } };
  if (calls.length === 0) return none;
  if (!(await isWithinLimit(calls.length)))
    return { ...none, refusal: t('Too many calls: try again in a minute.') };
  const answer = await callContract(chain, calls);
  if ('refusal' in answer) return { ...none, refusal: answer.refusal };
  const outcomes = await Promise.all(
    targets.flatMap(({ selector, abi }, at) => {
      const outcome = answer.outcomes[at];
      return outcome ? [loadOutcome(chain, outcome, abi).then((one) => [selector, one] as const)] : [];
    }),
  );
  return { ...none, outcomes: new Map(outcomes) };
}

/** The texts of the parameters in a URL: `a0`, and `a1.0` of a struct. */
export function readFormInput(query: Query): FormInput {
  const texts = Object.entries(query).flatMap(([name, text]) =>
    /^a\d+(\.\d+)*$/.test(name) && typeof text === 'string' ? [[name.slice(1), text] as const] : [],
  );
  return { texts: new Map(texts), problems: new Map() };
}

/** A block in JSON-RPC's form; undefined if invalid. */
function readBlock(param: string | string[] | undefined): string | undefined {
  const text = typeof param === 'string' ? param.trim().replace(/^#/, '') : '';
  if (text === '' || text === 'latest') return 'latest';
  return /^\d{1,15}$/.test(text) ? `0x${Number(text).toString(16)}` : undefined;
}
