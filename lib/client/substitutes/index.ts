import { chainOverview } from './chain-overview';
import type { Substitute } from './substitute';

/** By the ID of the operation. */
export const SUBSTITUTES: ReadonlyMap<string, Substitute> = new Map(
  [chainOverview].map((one) => [one.id, one]),
);
