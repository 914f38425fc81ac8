import { loadAddresses } from '@/lib/api/address/mention-loader';
import { loadTrace } from '@/lib/api/call-tree/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { findTransaction } from '@/lib/api/transaction/query';
import {
  getUserOperation,
  getUserOperationSummary,
  type UserOperationInfo,
} from '@/lib/endpoints/user-operation-info';
import { findExecutedCall } from '@/lib/evm/executed-call';
import { hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { findPackedOperation, type PackedOperation } from '@/lib/evm/packed-operation';
import { walkParityTraces } from '@/lib/evm/traces';
import { OPERATION_TOPICS } from '@/lib/evm/user-operations';
import { readUint } from '@/lib/evm/words';
import { writeOperation } from '@/lib/sentence/write-operation';
import { presentOperationInfo } from './info-present';
import { presentUserOperation } from './present';
import { findSurroundings, listUserOperations, type UserOperationRow } from './query';

/** GET /proxy/account-abstraction/operations/{hash}. */
export const userOperationOperation = implement(getUserOperation, ({ params, ...context }) =>
  findOperation(context, params.operation_hash_param),
);

/** GET /proxy/account-abstraction/operations/{hash}/summary. */
export const userOperationSummaryOperation = implement(
  getUserOperationSummary,
  async ({ params, ...context }) => {
    const operation = await findOperation(context, params.operation_hash_param);
    return operation && { success: true, data: { summaries: [writeOperation(operation)] } };
  },
);

async function findOperation(context: CallContext, hash: string): Promise<UserOperationInfo | undefined> {
  const { db } = context;
  const page = { after: undefined, limit: 1 };
  const [row] = (await listUserOperations(db, { hash: hexToBuffer(hash) }, page)).rows;
  if (!row) return undefined;
  const around = await findSurroundings(db, row, OPERATION_TOPICS);
  if (!around) return undefined;
  const { sender, paymaster, factory, bundler, entry_point } = row;
  const packed = await loadPackedOperation(context, row);
  const executed =
    packed &&
    (await withNames(context, (signatures) => findExecutedCall(hexToBuffer(packed.callData), signatures)));
  const calls = [
    ...(packed ? [{ input: hexToBuffer(packed.callData), to_address: sender }] : []),
    ...(executed ? [{ input: hexToBuffer(executed.data), to_address: hexToBuffer(executed.target) }] : []),
  ];
  const addresses = await loadAddresses(
    db,
    [sender, paymaster, factory, bundler, entry_point],
    calls.map(({ to_address }) => to_address),
  );
  const listed = presentUserOperation(row, addresses);
  return (
    listed &&
    withNames(context, (signatures) =>
      presentOperationInfo(listed, { row, around, packed, executed }, { addresses, signatures }),
    )
  );
}

/**
 * A user operation as its bundler sent it: from the input of the transaction, or from the call of the EntryPoint inside of
 * it, by the node's trace; undefined if neither has it. The index stores too little of the input of such a call.
 */
async function loadPackedOperation(
  context: CallContext,
  { transaction_hash, entry_point, sender, data }: UserOperationRow,
): Promise<PackedOperation | undefined> {
  const row = await findTransaction(context.db, transaction_hash);
  const nonce = readUint(data, 0);
  if (!row || nonce === undefined) return undefined;
  const wanted = { sender, nonce };
  const isDirect = row.to_address?.equals(entry_point) === true;
  const direct = isDirect ? findPackedOperation(row.input, wanted) : undefined;
  if (direct) return direct;
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return undefined;
  for (const { type, to, input, isReverted } of walkParityTraces(traced.value)) {
    const isCall =
      type === 'call' && !isReverted && isHexOfLength(to, 20) && hexToBuffer(to).equals(entry_point);
    const found = isCall && isHexData(input) ? findPackedOperation(hexToBuffer(input), wanted) : undefined;
    if (found) return found;
  }
  return undefined;
}
