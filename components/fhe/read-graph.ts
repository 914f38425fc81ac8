import type { FheOperation } from '@/lib/endpoints/fhe-operation';
import { buildFheGraph, type FheGraph } from '@/lib/fhe/graph';
import { formatFheOperation } from '@/lib/fhe/names';

/** Graph of a transaction's operations, with caller names by address. */
export function readGraph(operations: readonly FheOperation[]): {
  graph: FheGraph;
  callers: ReadonlyMap<string, string | null>;
} {
  const graph = buildFheGraph(operations, { nameOperation: formatFheOperation });
  const callers = new Map(
    operations.flatMap(({ caller }) => (caller === null ? [] : [[caller.hash, caller.name]])),
  );
  return { graph, callers };
}
