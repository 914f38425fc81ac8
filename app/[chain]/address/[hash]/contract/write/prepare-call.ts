import { createRequestLimit } from '@/app/limit-requests';
import { loadOutcome } from '@/app/load-names';
import type { Group } from '@/components/contract/function-group';
import type { Writing } from '@/components/contract/write-functions';
import { callContract } from '@/lib/client/call-contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { type ContractFunction, encodeCall, parseAmount } from '@/lib/evm/call-form';
import { t } from '@/lib/language/t';
import { readFormInput } from '../read/read-functions';

type Query = Readonly<Record<string, string | string[] | undefined>>;
type CallTarget = Readonly<{ chain: string; to: string; groups: readonly Group[] }>;

const isWithinLimit = createRequestLimit({ requests: 60, seconds: 60 });

/** Encodes the call of the URL and simulates it with the given sender. */
export async function prepareCall(query: Query, { chain, to, groups }: CallTarget): Promise<Writing> {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim() : '');
  const [selected, from, value] = [text('fn'), text('from'), text('value')];
  const typed = readFormInput(query);
  const none = { selected, typed, from, value, call: undefined, outcome: undefined, refusal: undefined };
  const isSelected = ({ selector }: ContractFunction) => selector === selected;
  const group = groups.find(({ functions }) => functions.some(isSelected));
  const target = group?.functions.find(isSelected);
  if (group === undefined || target === undefined) return none;
  const problems = new Map<string, string>();
  const encoded = encodeCall(target.item, typed.texts);
  if ('problems' in encoded) for (const [place, problem] of encoded.problems) problems.set(place, problem);
  const amount = target.item.stateMutability === 'payable' ? parseAmount(value) : 0n;
  if (amount === undefined) problems.set('value', t('Enter an amount such as 0.5.'));
  if (from !== '' && !ADDRESS_HASH.test(from)) problems.set('from', t('Enter an address, or leave empty.'));
  if (problems.size > 0 || !('data' in encoded) || amount === undefined)
    return { ...none, typed: { ...typed, problems } };
  const call = { to, data: encoded.data, value: `0x${amount.toString(16)}` };
  if (!(await isWithinLimit()))
    return { ...none, call, refusal: t('Too many calls: try again in a minute.') };
  const answer = await callContract(chain, [{ ...call, from: from || undefined, block: 'latest' }]);
  if ('refusal' in answer) return { ...none, call, refusal: answer.refusal };
  const [outcome] = answer.outcomes;
  return { ...none, call, outcome: outcome && (await loadOutcome(chain, outcome, group.abi)) };
}
