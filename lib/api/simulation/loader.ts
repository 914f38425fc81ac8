import {
  loadAddresses,
  loadIndexerState,
  loadInstances,
  loadTokens,
  loadTokensOf,
  ownersOf,
} from '@/lib/api/address/mention-loader';
import { type Answer, invalid, notFound } from '@/lib/api/answer';
import { describeCalls } from '@/lib/api/call-tree/loader';
import { loadTreePage } from '@/lib/api/call-tree/page-loader';
import type { CallContext } from '@/lib/api/implement';
import { presentLogs } from '@/lib/api/log/loader';
import { presentNetChanges } from '@/lib/api/net-change/loader';
import { coinMovements } from '@/lib/api/net-change/present';
import { refuseForNow, refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import type { SimulationOutcome } from '@/lib/api/nodes/simulations';
import { presentCoinChange, presentTokenChange, sumTransfers } from '@/lib/api/state-change/present';
import { loadTracedSlots } from '@/lib/api/state-change/slots-loader';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import { toTransferRows } from '@/lib/api/token-transfer/receipt-rows';
import { findFailing } from '@/lib/api/transaction/failure-loader';
import { presentWhole } from '@/lib/api/transaction/info-loader';
import { findTransaction, type TransactionRow } from '@/lib/api/transaction/query';
import { PREVIEW } from '@/lib/api/transaction/whole-loader';
import {
  SIMULATION_LIMITS,
  type SimulatedCallAnswer,
  type SimulationAnswer,
  type SimulationRequest,
} from '@/lib/endpoints/simulation';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { decodeWholeCalls } from '@/lib/evm/internal-calls';
import { message } from '@/lib/messages/message';
import { planSimulation } from './plan';
import { type Executed, toCoinMoves, toLogRows, toOutcomes, toTransactionRow } from './rows';

const MAX_TRANSFERS = 2_000;
const MAX_LOG_BYTES = 1024 * 1024;
const MAX_CREATED = 20;
const MAX_BALANCES = 200;

/** Executes what is requested at the node of the chain and presents it. Throws a refusal when no node does. */
export async function loadSimulation(
  context: CallContext & { types: 'blockscout' },
  request: SimulationRequest,
): Promise<SimulationAnswer | Answer> {
  const { db, services } = context;
  const hash = request.transaction_hash;
  const mined = hash === undefined ? undefined : await findTransaction(db, hexToBuffer(hash));
  if (hash !== undefined && mined === undefined) return notFound();
  const wanted = planSimulation(request, mined);
  const answer = await services.simulations(db.chainId, wanted);
  if (answer.kind === 'unavailable') throw refuseUnavailable(answer);
  if (answer.kind === 'refused') throw refuseForNow('The node executes no such calls', undefined);
  if (answer.kind === 'large') throw refuseForNow('What the node answers is too large', undefined);
  if ('refusal' in answer.value)
    return invalid([{ pointer: answer.value.field, detail: answer.value.refusal }]);
  return present(context, answer.value, wanted.position);
}

type Outcome = Extract<SimulationOutcome, { simulated: unknown }>;

async function present(
  context: CallContext & { types: 'blockscout' },
  { block, calls, simulated }: Outcome,
  position: number | null,
): Promise<SimulationAnswer> {
  const { method, isAtPlace, executions } = simulated;
  const executed = calls.flatMap((call, at) => {
    const execution = executions[at];
    return execution ? [{ call, execution, block, index: (position ?? block.transactions.length) + at }] : [];
  });
  return {
    method,
    block_number: block.number,
    position,
    calls: await Promise.all(executed.map((one) => presentExecuted(context, one))),
    meta: isAtPlace ? null : { status: 'partial', ...message('simulated_before_block') },
  };
}

async function presentExecuted(
  context: CallContext & { types: 'blockscout' },
  executed: Executed,
): Promise<SimulatedCallAnswer> {
  const { db } = context;
  const { execution } = executed;
  const row = toTransactionRow(executed);
  const transfers = toTransferRows(executed.execution.logs ?? [], MAX_TRANSFERS + 1);
  const calls = execution.calls && decodeWholeCalls(execution.calls);
  const open = { ...context, query: {} };
  const [transaction, logs, call_tree, net_changes, state_changes, storage_changes] = await Promise.all([
    presentTransaction(context, { executed, row, transfers }),
    execution.logs && presentLogs(context, cutLogs(toLogRows(executed, SIMULATION_LIMITS.logs))),
    calls && loadTreePage(open, row, describeCalls('node', calls)),
    presentNet(open, row, { executed, transfers }),
    presentBalances(context, { executed, transfers }),
    execution.storage && loadTracedSlots(db, execution.storage, row),
  ]);
  return {
    transaction,
    output: bufferToHex(execution.output.subarray(0, SIMULATION_LIMITS.output)),
    output_size: execution.output.length,
    logs,
    call_tree: call_tree ?? null,
    net_changes,
    state_changes,
    storage_changes,
  };
}

/** As many as fit, and at least one. */
function cutLogs<Log extends Readonly<{ data: Buffer }>>(logs: readonly Log[]): Log[] {
  let bytes = 0;
  return logs.filter(({ data }, at) => {
    bytes += data.length;
    return at === 0 || bytes <= MAX_LOG_BYTES;
  });
}

type Rows = Readonly<{ executed: Executed; row: TransactionRow; transfers: readonly TokenTransferRow[] }>;

async function presentTransaction(
  context: CallContext & { types: 'blockscout' },
  { executed: { execution }, row, transfers }: Rows,
) {
  const { db } = context;
  const calls = execution.calls === null ? undefined : decodeWholeCalls(execution.calls).calls;
  const shown = transfers.slice(0, PREVIEW + 1);
  const created = (calls ?? []).flatMap(({ createdContract, isReverted, depth }) =>
    createdContract === null || isReverted || depth === 0 ? [] : [createdContract],
  );
  const contracts = shown.map(({ token_address }) => token_address);
  const [failing, state, tokens, instances] = await Promise.all([
    findFailing(db, row, calls && row.status === 0 ? toOutcomes(calls) : undefined),
    loadIndexerState(db),
    loadTokens(db, [...contracts, row.created_contract]),
    loadInstances(db, shown),
  ]);
  const listed = created.slice(0, MAX_CREATED);
  const parties = shown.flatMap(({ from_address, to_address }) => [from_address, to_address]);
  const mentioned = [row.from_address, row.to_address, row.created_contract, ...parties, ...listed];
  const addresses = await loadAddresses(db, [...mentioned, ...ownersOf(instances)]);
  const whole = {
    ...{ hash: row.hash, row, transfers: shown, created: listed, tip: state?.tip_number ?? 0 },
    ...{
      tokens: [...tokens.values()],
      instances: [...instances.values()],
      coinPrice: state?.coin_price ?? null,
    },
    addresses: [...addresses.values()],
  };
  return presentWhole(context, whole, { authorizations: [], actions: [], failing });
}

async function presentNet(
  context: CallContext & { query: Record<never, never> },
  row: TransactionRow,
  { executed, transfers }: Omit<Rows, 'row'>,
) {
  const coins = toCoinMoves(executed, row);
  if (coins === undefined) return null;
  const movements = coinMovements(coins.moves);
  const isTruncated = transfers.length > MAX_TRANSFERS;
  const coin = { movements, changes: movements, source: 'traces' as const };
  return presentNetChanges(context, row, { coins, coin, tokens: isTruncated ? [] : transfers, isTruncated });
}

async function presentBalances({ db }: CallContext, { executed, transfers }: Omit<Rows, 'row'>) {
  const { execution, block } = executed;
  if (execution.balances === null) return null;
  const coins = execution.balances.slice(0, MAX_BALANCES).map(({ address, before, after }) => ({
    ...{ address, change: after - before, balances: { before, after } },
  }));
  const moved = sumTransfers(transfers).slice(0, MAX_BALANCES);
  const [addresses, tokens] = await Promise.all([
    loadAddresses(
      db,
      [...coins, ...moved].map(({ address }) => address),
    ),
    loadTokensOf(db, moved),
  ]);
  const shared = { addresses, tokens, miner: block.miner };
  return {
    items: [
      ...coins.map((change) => presentCoinChange(change, shared)),
      ...moved.map((change) => presentTokenChange(change, null, shared)),
    ],
    ...{ next_page_params: null, source: 'node' as const, is_proven: false, meta: null },
  };
}
