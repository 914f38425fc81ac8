import { loadAddresses } from '@/lib/api/address/mention-loader';
import { type AddressMap, interfacesOf, presentOptionalAddress } from '@/lib/api/address/present';
import { explainByHost, type FailingHost, loadFailingHost } from '@/lib/api/fhe-deployment/failure-loader';
import { presentText } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import type { Transaction } from '@/lib/endpoints/transaction';
import { explainEmptyRevert, explainInnerFailure } from '@/lib/evm/explain-empty-revert';
import { explainReason, isOutOfGas } from '@/lib/evm/explain-failure';
import { findFailingCall, findProxy } from '@/lib/evm/failing-call';
import { bufferToHex } from '@/lib/evm/hex';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import { findFunctions, type Signatures, withoutGuesses } from '@/lib/evm/signatures';
import { type Message, message } from '@/lib/messages/message';
import { type CallOutcomeRow, listCallOutcomes } from './failing-call-query';
import { statusOf } from './outcome-present';
import type { TransactionRow } from './query';

type Failure = NonNullable<Transaction['failure']>;
/** The call that made a transaction fail, if any; `callCount`: its number of calls, undefined without traces. */
export type FailingCall = Readonly<{
  call: CallOutcomeRow | undefined;
  /** The contract that passed the call on, as a proxy does. */
  proxy: Buffer | null;
  host: FailingHost;
  addresses: AddressMap;
  callCount: number | undefined;
}>;

/** Finds the call that made a mined transaction fail. */
export async function loadFailingCall(db: Database, row: TransactionRow): Promise<FailingCall> {
  const isTraced = row.internal_transactions_count !== null && row.internal_transactions_count <= MAX_CALLS;
  const isRead = isTraced && statusOf(row) === 'error';
  const calls = isRead ? await listCallOutcomes(db, row.hash, MAX_CALLS) : [];
  return findFailing(db, row, isTraced ? calls : undefined);
}

/** Finds it among its calls, without the outermost one; undefined without traces. */
export async function findFailing(
  db: Database,
  row: TransactionRow,
  traced: readonly CallOutcomeRow[] | undefined,
): Promise<FailingCall> {
  const calls = traced ?? [];
  const call = findFailingCall(calls, row.revert_output);
  const proxy = call === undefined ? null : findProxy(calls, call, row.input.subarray(0, 4));
  const callee = call === undefined ? [] : [call.to_address];
  const addresses = await loadAddresses(db, [...callee, proxy], callee);
  const host = await loadFailingHost(db, row, calls);
  return { call, proxy, addresses, host, callCount: traced?.length };
}

type FailureContext = Readonly<{
  db: Database;
  /** Revert reason of the outermost call, as text. */
  reason: string | null;
  failing: FailingCall;
  signatures: readonly Signatures[];
}>;

/** Why a mined transaction failed and where; null unless it did. */
export function presentFailure(
  row: TransactionRow,
  { db, reason, failing, signatures }: FailureContext,
): Failure | null {
  if (statusOf(row) !== 'error') return null;
  const { callCount } = failing;
  const call = presentCall(failing, signatures);
  const kind = kindOf(row, { call, isTraced: callCount !== undefined });
  const { message: explanation = null, ...coded } =
    explain(db, row, { reason, call, kind, callCount, host: failing.host }) ?? {};
  return { reason, kind, explanation, ...coded, call };
}

/**
 * The ABIs to decode the error of a transaction with: before those of the called contract, those of the contract that it came
 * from, if the callers passed it on.
 */
export function errorInterfacesOf(
  row: TransactionRow,
  { call, addresses }: FailingCall,
  context: Parameters<typeof interfacesOf>[1],
): readonly Signatures[] {
  const called = interfacesOf(row.to_address, context);
  const isPassedOn =
    call?.output != null && row.revert_output !== null && call.output.equals(row.revert_output);
  return isPassedOn ? [...interfacesOf(call.to_address, { addresses, signatures: [] }), ...called] : called;
}

function presentCall({ call: row, proxy, addresses }: FailingCall, known: readonly Signatures[]) {
  if (row === undefined) return null;
  const signatures = interfacesOf(row.to_address, { addresses, signatures: known });
  const [named] = withoutGuesses(signatures).flatMap((source) => findFunctions(row.input, source));
  const unnamed = row.input.length === 4 ? bufferToHex(row.input) : null;
  const reason = row.output === null ? null : decodeRevertReason(row.output, signatures);
  return {
    index: row.index,
    depth: row.depth,
    to: presentOptionalAddress(row.to_address, addresses),
    proxy: presentOptionalAddress(proxy, addresses),
    method: named?.name ?? unnamed,
    error: presentText(row.error) ?? '',
    revert_reason: reason === null || reason.text === '' ? null : reason.text,
  };
}

/** Almost all gas used, where no trace says why. */
const ALMOST_ALL = 98n;

function kindOf(
  row: TransactionRow,
  { call, isTraced }: { call: Failure['call']; isTraced: boolean },
): Failure['kind'] {
  const error = presentText(row.error);
  if (isOutOfGas(error) || isOutOfGas(call?.error ?? null)) return 'out_of_gas';
  const hasOutput = row.revert_output !== null && row.revert_output.length > 0;
  const isUsedUp = BigInt(row.gas_used ?? 0) * 100n >= BigInt(row.gas_limit) * ALMOST_ALL;
  if (!isTraced && error === null && !hasOutput && isUsedUp) return 'out_of_gas';
  return error === null || /revert/i.test(error) ? 'reverted' : 'other';
}

/** `callCount`: undefined without traces. */
type FailureDetails = Pick<Failure, 'reason' | 'call' | 'kind'> & { callCount: number | undefined } & Pick<
    FailingCall,
    'host'
  >;

function explain(db: Database, row: TransactionRow, details: FailureDetails): Message | undefined {
  const { reason, call, kind, callCount, host } = details;
  if (kind === 'out_of_gas') return explainGas(row);
  const reasons = [call?.revert_reason, reason].flatMap((text) => text ?? []);
  const ofHost = reasons.flatMap((text) => explainByHost(text, host) ?? []);
  const known = [...ofHost, ...reasons.flatMap((text) => explainReason(text) ?? [])];
  if (known[0] !== undefined) return known[0];
  if (call !== null) return explainInnerFailure(call.method);
  if (reasons.length > 0 || row.to_address === null || kind !== 'reverted') return undefined;
  const outermost = {
    ...{ chainId: db.chainId, to: bufferToHex(row.to_address), input: bufferToHex(row.input) },
    ...{ value: BigInt(row.value), calls: callCount },
  };
  return explainEmptyRevert(outermost);
}

function explainGas(row: TransactionRow): Message {
  const [used, limit] = [BigInt(row.gas_used ?? 0), BigInt(row.gas_limit)];
  const isAll = used * 100n >= limit * ALMOST_ALL;
  if (!isAll) return message('inner_out_of_gas');
  return message('out_of_gas', { limit: String(limit), used: String(used) });
}
