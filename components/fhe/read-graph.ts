import type { FheOperation } from '@/lib/endpoints/fhe-operation';
import { buildFheGraph, type FheGraph } from '@/lib/fhe/graph';
import { formatFheOperation } from '@/lib/fhe/names';

/** More are drawn as groups: boxes of fewer pixels than a letter tell nothing, and a page has a bounded size. */
const MAX_NODES = 64;

/** Graph of a transaction's operations, with caller names by address. */
export function readGraph(operations: readonly FheOperation[]): {
  graph: FheGraph;
  callers: ReadonlyMap<string, string | null>;
} {
  const graph = buildFheGraph(operations, { nameOperation: formatFheOperation, maxNodes: MAX_NODES });
  const callers = new Map(
    operations.flatMap(({ caller }) => (caller === null ? [] : [[caller.hash, caller.name]])),
  );
  return { graph, callers };
}
