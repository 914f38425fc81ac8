import { callModule } from '@/lib/spec/module';
import { implement } from '../implement';
import { ACCOUNT_ACTIONS } from '../modules/account';
import { type Action, refuse } from '../modules/action';
import { BLOCK_ACTIONS } from '../modules/block';
import { CONTRACT_ACTIONS } from '../modules/contract';
import { LOGS_ACTIONS } from '../modules/logs';
import { STATS_ACTIONS, TOKEN_ACTIONS } from '../modules/token';
import { TRANSACTION_ACTIONS } from '../modules/transaction';

/** What is offered, by module and action; both are asked for in any case. */
const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    account: ACCOUNT_ACTIONS,
    block: BLOCK_ACTIONS,
    contract: CONTRACT_ACTIONS,
    logs: LOGS_ACTIONS,
    stats: STATS_ACTIONS,
    token: TOKEN_ACTIONS,
    transaction: TRANSACTION_ACTIONS,
  }).flatMap(([module, actions]) =>
    Object.entries(actions).map(([name, action]) => [`${module}/${name}`.toLowerCase(), action] as const),
  ),
);

/** GET /api?module=…&action=…. */
export const callModuleOperation = implement(callModule, async ({ query, params: _, ...context }) => {
  if (query.module === undefined || query.action === undefined) {
    return refuse('Query parameters module and action are required');
  }
  if (query.chainid !== undefined && query.chainid !== String(context.db.chainId)) {
    return refuse(`chainid is not that of this address, which is ${context.db.chainId}`);
  }
  const action = ACTIONS.get(`${query.module}/${query.action}`.toLowerCase());
  return action ? action(context, query) : refuse('Unknown module or action');
});
