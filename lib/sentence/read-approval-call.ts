import type { Transaction } from '@/lib/endpoints/transaction';
import { stateOf } from './verbs';

/** The spender of the called token, and how much it may spend: an amount, a token ID, or everything. */
export type ApprovalCall = Readonly<{ spender: string; token: string }> &
  (Readonly<{ kind: 'one'; value: string }> | Readonly<{ kind: 'all'; isGiven: boolean }>);

const APPROVE = '095ea7b3';
const SET_APPROVAL_FOR_ALL = 'a22cb465';

/** The approval that a successful transaction consists of: a call of `approve` or `setApprovalForAll`, which logged. */
export function readApprovalCall(transaction: Transaction): ApprovalCall | undefined {
  const { to, decoded_input: call, value, logs_count: logs } = transaction;
  if (stateOf(transaction) !== 'done' || to === null || call === null || value !== '0' || logs === 0)
    return undefined;
  const [spender, what] = call.parameters.map((parameter) => parameter.value);
  if (typeof spender !== 'string' || typeof what !== 'string' || call.parameters.length !== 2)
    return undefined;
  if (call.method_id === SET_APPROVAL_FOR_ALL)
    return { spender, token: to.hash, kind: 'all', isGiven: what === 'true' };
  if (call.method_id !== APPROVE || !/^\d+$/.test(what)) return undefined;
  return { spender, token: to.hash, kind: 'one', value: what };
}
