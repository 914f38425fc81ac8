import { implement } from '@/lib/api/implement';
import { callModule } from '@/lib/endpoints/module';
import { ACCOUNT_ACTIONS } from './account';
import { type Action, refuse } from './action';
import { BLOCK_ACTIONS } from './block';
import { CONTRACT_ACTIONS } from './contract';
import { LOGS_ACTIONS } from './logs';
import { callProxy } from './proxy';
import { STATS_ACTIONS, TOKEN_ACTIONS } from './token';
import { TRANSACTION_ACTIONS } from './transaction';
import { TRANSFER_ACTIONS } from './transfers';

type Actions = Readonly<Record<string, Action>>;

const MODULES: ReadonlyMap<string, Actions> = new Map<string, Actions>([
  ['account', { ...ACCOUNT_ACTIONS, ...TRANSFER_ACTIONS }],
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
  return action ? action(context, query) : refuse('Error! Missing Or invalid Action name');
});
