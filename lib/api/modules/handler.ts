import { refuseUnindexedContract } from '@/lib/api/address/unindexed-loader';
import { Refusal } from '@/lib/api/answer';
import { type CallContext, implement } from '@/lib/api/implement';
import { notFoundBody } from '@/lib/endpoints/errors';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { callModule, type ModuleAnswer, type ModuleQuery } from '@/lib/endpoints/module';
import { hexToBuffer } from '@/lib/evm/hex';
import { ACCOUNT_ACTIONS } from './account';
import { type Action, refuse } from './action';
import { BLOCK_ACTIONS } from './block';
import { CONTRACT_ACTIONS } from './contract';
import { LOGS_ACTIONS } from './logs';
import { callProxy } from './proxy';
import { STATS_ACTIONS, TOKEN_ACTIONS } from './token';
import { TRANSACTION_ACTIONS } from './transaction';

type Actions = Readonly<Record<string, Action>>;

const MODULES: ReadonlyMap<string, Actions> = new Map<string, Actions>([
  ['account', ACCOUNT_ACTIONS],
  ['block', BLOCK_ACTIONS],
  ['contract', CONTRACT_ACTIONS],
  ['logs', LOGS_ACTIONS],
  ['stats', STATS_ACTIONS],
  ['token', TOKEN_ACTIONS],
  ['transaction', TRANSACTION_ACTIONS],
]);

/** GET /api?module=…&action=…; names in any case. */
export const callModuleOperation = implement(callModule, async ({ query, params: _, ...context }) => {
  const chain = query.chainid ?? query.chain_id;
  if (chain !== undefined && chain !== String(context.db.chainId))
    return refuse(`chainid is not that of this path, ${context.db.chainId}`);
  if (query.module?.toLowerCase() === 'proxy')
    return (await callProxy(context, query)) ?? refuse('Error! Missing Or invalid Action name');
  const module = MODULES.get(query.module?.toLowerCase() ?? '');
  if (!module) return refuse('Error! Missing Or invalid Module name');
  const name = query.action?.toLowerCase();
  const action = Object.entries(module).find(([known]) => known.toLowerCase() === name)?.[1];
  if (!action) return refuse('Error! Missing Or invalid Action name');
  try {
    const answer = await action(context, query);
    const refusal = answer.status === '0' ? await refuseUnindexed(context, query, answer) : undefined;
    return refusal ? inModuleForm(refusal) : answer;
  } catch (error) {
    if (error instanceof Refusal) return inModuleForm(error);
    throw error;
  }
});

/** A refusal where the contract that the query names is not indexed yet. */
async function refuseUnindexed(context: CallContext, query: ModuleQuery, { result }: ModuleAnswer) {
  const address = query.contractaddress ?? query.address;
  if (address === undefined || !ADDRESS_HASH.test(address)) return undefined;
  return refuseUnindexedContract(context, hexToBuffer(address), Array.isArray(result) ? 'list' : 'all');
}

function inModuleForm({ answer }: Refusal): Refusal {
  return new Refusal({ ...answer, body: refuse(notFoundBody.parse(answer.body).message) });
}
