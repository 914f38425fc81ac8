import { withDelegates } from '@/lib/api/address/delegate-loader';
import { loadAddresses, toAddressMap, toInstanceMap, toTokenMap } from '@/lib/api/address/mention-loader';
import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { loadTransactionPrices } from '@/lib/api/price/loader';
import { presentTransfer } from '@/lib/api/token-transfer/present';
import { presentInteger } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import type { SpecifiedTransaction, Transaction } from '@/lib/endpoints/transaction';
import { loadActions } from './action-loader';
import {
  listNestedTargets,
  presentCallInputs,
  presentNestedCalls,
  presentOtherGuesses,
  presentTransferMethod,
} from './call-present';
import { errorInterfacesOf, type FailingCall, loadFailingCall, presentFailure } from './failure-loader';
import { presentGas } from './gas-present';
import { presentOutcome, presentReasonText } from './outcome-present';
import { findUnindexed, presentUnindexed } from './pending-loader';
import { presentAuthorization, presentRequest, presentTransaction, type TransactionContext } from './present';
import { type AuthorizationRow, listAuthorizations, type TransactionRow } from './query';
import { loadPreview, PREVIEW } from './whole-loader';
import type { WholeTransaction } from './whole-query';

type TransactionInfo = Transaction | SpecifiedTransaction;

/** A transaction as its page shows it, mined, pending or only at the node; undefined when it is unknown. */
export function loadTransactionInfo(
  context: CallContext & { types: 'blockscout' },
  hash: Buffer,
): Promise<Transaction | undefined>;
export function loadTransactionInfo(context: CallContext, hash: Buffer): Promise<TransactionInfo | undefined>;
export async function loadTransactionInfo(
  context: CallContext,
  hash: Buffer,
): Promise<TransactionInfo | undefined> {
  const whole = await loadPreview(context.db, hash);
  return whole ? presentInfo(context, whole) : findOutsideIndex(context, hash);
}

async function presentInfo(context: CallContext, whole: WholeTransaction): Promise<TransactionInfo> {
  const { db } = context;
  const { row } = whole;
  const [authorizations, actions, failing] = await Promise.all([
    readAuthorizations(db, row),
    loadActions(context, row),
    loadFailingCall(db, row),
  ]);
  const described = await describe(context, whole, { authorizations, actions, failing });
  if (context.types === 'blockscout') return described.info;
  const { body, request, rest, ...typed } = described;
  return presentTransaction({ row, request, ...specifyTypes({ ...typed, row }) }, body, rest);
}

/** What is read of a transaction besides its row. */
type Parts = Readonly<{
  authorizations: readonly AuthorizationRow[];
  actions: Transaction['actions'];
  failing: FailingCall;
}>;

/** Presents a transaction that is mined, or as if it were. */
export async function presentWhole(
  context: CallContext,
  whole: WholeTransaction,
  parts: Parts,
): Promise<Transaction> {
  return (await describe(context, whole, parts)).info;
}

async function describe(context: CallContext, whole: WholeTransaction, parts: Parts) {
  const { db, services } = context;
  const { row, transfers } = whole;
  const [addresses, pricesAt, averageBlockTimeMs] = await Promise.all([
    loadParties(context, whole),
    loadTransactionPrices(context, row, transfers),
    services.averageBlockTimeMs(db),
  ]);
  const body = {
    addresses,
    tokens: toTokenMap(whole.tokens),
    instances: toInstanceMap(whole.instances),
    tip: whole.tip,
    averageBlockTimeMs,
    coinPrice: whole.coinPrice,
    pricesAt,
  };
  const called = addresses.get(row.to_address?.toString('hex') ?? '');
  if (called?.is_contract)
    void services.lookUp(db.chainId, [called.address, ...called.implementations.map((run) => run.address)]);
  return withNames(context, (signatures) =>
    describeWhole(context, { whole, parts }, { ...body, signatures }),
  );
}

/** The addresses of a transaction, with the ABIs of what it calls, also within its arguments. */
async function loadParties(
  { db, services }: CallContext,
  { row, addresses }: WholeTransaction,
): Promise<AddressMap> {
  const known = await withDelegates(db, await toAddressMap(db, addresses, [row.to_address]), {
    block_number: row.block_number,
    transaction_index: row.index,
    called: row.to_address,
  });
  const targets = listNestedTargets(row, known);
  if (targets.length === 0) return known;
  void services.lookUp(db.chainId, targets);
  return new Map([...known, ...(await loadAddresses(db, targets, targets))]);
}

type LoadedTransaction = Readonly<{
  whole: WholeTransaction;
  parts: Parts;
}>;

function describeWhole(
  { db }: CallContext,
  { whole: { row, transfers, created }, parts }: LoadedTransaction,
  body: TransactionContext & Pick<Parameters<typeof presentTransfer>[1], 'instances' | 'pricesAt'>,
) {
  const request = presentRequest(row, body);
  const interfaces = errorInterfacesOf(row, parts.failing, body);
  const [outcome, gas] = [presentOutcome(row, interfaces), presentGas(row)];
  const reason = presentReasonText(row, interfaces);
  const shared = { ...body, transaction: row, method: request.method ?? presentTransferMethod(row, body) };
  const rest = {
    actions: parts.actions,
    authorization_list: parts.authorizations.map((entry) => presentAuthorization(entry, db.chainId)),
    token_transfers: transfers.slice(0, PREVIEW).map((transfer) => presentTransfer(transfer, shared)),
    token_transfers_overflow: transfers.length > PREVIEW,
    failure: presentFailure(row, { db, reason, failing: parts.failing, signatures: body.signatures }),
    declared_inputs: presentCallInputs(request, { to_address: row.to_address, context: body }),
    other_decoded_inputs: presentOtherGuesses(row, request, body),
    created_contracts: created.map((contract) => presentAddress(contract, body.addresses)),
    ...presentNestedCalls(request, body),
  };
  const info: Transaction = presentTransaction({ row, request, outcome, gas }, body, rest);
  return { info, body, request, outcome, gas, reason, rest };
}

type TypedParts = Readonly<{
  outcome: ReturnType<typeof presentOutcome>;
  gas: ReturnType<typeof presentGas>;
  row: TransactionRow;
  reason: string | null;
}>;

/** The fields that the specification types in its own way. */
function specifyTypes({ outcome, gas, row, reason }: TypedParts) {
  return {
    outcome: { ...outcome, revert_reason: reason },
    gas: { ...gas, gas_limit: presentInteger(row.gas_limit) },
  };
}

/** Finds an unindexed transaction; it may have been indexed since the first read. */
async function findOutsideIndex(context: CallContext, hash: Buffer): Promise<TransactionInfo | undefined> {
  const found = await findUnindexed(context, hash);
  const whole = found?.source === 'mempool' ? undefined : await loadPreview(context.db, hash);
  if (whole) return presentInfo(context, whole);
  if (!found) return undefined;
  const info = await presentUnindexed(context, found);
  if (context.types === 'blockscout') return info;
  // receipts carry no reason
  return { ...info, gas_limit: presentInteger(String(info.gas_limit)), revert_reason: null };
}

async function readAuthorizations(db: Database, row: TransactionRow) {
  return row.type === 4 ? listAuthorizations(db, row.hash) : [];
}
