import type { Summary, SummaryVariable } from '@/lib/endpoints/transaction-summary';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import { displayText } from '@/lib/format/text';

const MAX_METHOD = 60;

/** The sentence of a user operation as a template: only our own words stand outside of variables. */
export function writeOperation(operation: UserOperationInfo): Summary {
  const { address: account, paymaster, execute_target: target, status } = operation;
  const call = target === null ? operation.decoded_call_data : operation.decoded_execute_call_data;
  const method = call?.method_call.split('(', 1)[0];
  const variables: Record<string, SummaryVariable> = { account: { type: 'address', value: account } };
  if (method !== undefined) variables.method = { type: 'method', value: displayText(method, MAX_METHOD) };
  if (target !== null) variables.target = { type: 'address', value: target };
  if (paymaster !== null) variables.paymaster = { type: 'address', value: paymaster };
  const called = [...(method === undefined ? [] : ['{method}']), ...(target === null ? [] : ['{target}'])];
  const [done, failed] = called.length > 0 ? ['called', 'failed to call'] : ['executed', 'failed to execute'];
  const what = called.length > 0 ? called.join(' on ') : 'a user operation';
  const payer = paymaster === null ? '' : ', paid for by {paymaster}';
  return {
    summary_template: `{account} ${status ? done : failed} ${what}${payer}`,
    summary_template_variables: variables,
  };
}
