import { loadAddresses } from '@/lib/api/address/mention-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import {
  getUserOperation,
  getUserOperationSummary,
  type UserOperationInfo,
} from '@/lib/endpoints/user-operation-info';
import { findExecutedCall } from '@/lib/evm/executed-call';
import { hexToBuffer } from '@/lib/evm/hex';
import { OPERATION_TOPICS } from '@/lib/evm/user-operations';
import { writeOperation } from '@/lib/sentence/write-operation';
import { presentOperationInfo } from './info-present';
import { loadPackedOperation } from './packed-loader';
import { presentUserOperation } from './present';
import { findSurroundings, listUserOperations } from './query';

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
