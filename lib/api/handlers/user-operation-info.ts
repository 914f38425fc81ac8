import type { Database } from '@/lib/db/open-database';
import {
  getUserOperation,
  getUserOperationSummary,
  type UserOperationInfo,
} from '@/lib/endpoints/user-operation';
import { hexToBuffer } from '@/lib/evm/hex';
import { findPackedOperation } from '@/lib/evm/packed-operation';
import { OPERATION_REASON, OPERATION_STARTS } from '@/lib/evm/user-operations';
import { findSurroundings, listUserOperations } from '@/lib/queries/user-operation';
import { writeOperation } from '@/lib/sentence/write-operation';
import { implement } from '../implement';
import { loadAddresses } from '../loaders/mentions';
import { presentUserOperation } from '../present/user-operation';
import { presentOperationInfo, readExecuted } from '../present/user-operation-info';

/** GET /proxy/account-abstraction/operations/{hash}. */
export const userOperationOperation = implement(getUserOperation, ({ db, params }) =>
  findOperation(db, params.operation_hash_param),
);

/** GET /proxy/account-abstraction/operations/{hash}/summary. */
export const userOperationSummaryOperation = implement(getUserOperationSummary, async ({ db, params }) => {
  const operation = await findOperation(db, params.operation_hash_param);
  return operation && { success: true, data: { summaries: [writeOperation(operation)] } };
});

async function findOperation(db: Database, hash: string): Promise<UserOperationInfo | undefined> {
  const [row] = await listUserOperations(db, { hash: hexToBuffer(hash) }, { after: undefined, limit: 1 });
  if (!row) return undefined;
  const topics = { starts: OPERATION_STARTS, reason: OPERATION_REASON };
  const around = await findSurroundings(db, row, topics);
  if (!around) return undefined;
  const { sender, paymaster, factory, bundler, entry_point } = row;
  const named = presentUserOperation(row, new Map());
  const isDirect = around.to_address?.equals(entry_point) === true;
  const packed =
    named && isDirect ? findPackedOperation(around.input, { sender, nonce: BigInt(named.nonce) }) : undefined;
  const executed = readExecuted(packed);
  const addresses = await loadAddresses(db, [
    ...[sender, paymaster, factory, bundler, entry_point],
    ...(packed?.aggregator ? [hexToBuffer(packed.aggregator)] : []),
    ...(executed ? [hexToBuffer(executed.target)] : []),
  ]);
  const listed = presentUserOperation(row, addresses);
  return listed && presentOperationInfo(listed, { row, around, packed, executed }, addresses);
}
