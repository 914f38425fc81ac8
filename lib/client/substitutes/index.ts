import { callTree } from './call-tree';
import { chainOverview } from './chain-overview';
import type { Substitute } from './substitute';
import { transactionOverview, transactionStatus } from './transaction-overview';

/** By the ID of the operation. */
export const SUBSTITUTES: ReadonlyMap<string, Substitute> = new Map(
  [callTree, chainOverview, transactionOverview, transactionStatus].map((one) => [one.id, one]),
);
