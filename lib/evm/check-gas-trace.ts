import { CREATION, type GasNode, type GasTrace } from './gas-tracer';

type Codes = Pick<ReadonlyMap<string, unknown>, 'has'>;

const MAX_DEPTH = 1_024n;

/**
 * Of each call path whether its instructions are counted: those of code that is known, but not of constructors inside, as
 * their code is not that of the account which they create.
 */
export function listCounted(nodes: readonly GasNode[], codes: Codes): boolean[] {
  const counted: boolean[] = [];
  for (const { parent, code, entry } of nodes) {
    const isInner = entry === CREATION && parent !== -1;
    counted.push(typeof entry === 'number' ? (counted[parent] ?? false) : !isInner && codes.has(code));
  }
  return counted;
}

/**
 * Whether sums may be those of a transaction with such a limit of gas: the instructions of known code used no more than its
 * call paths, and all together no more than was allowed.
 */
export function isPossible(trace: GasTrace, codes: Codes, gasLimit: bigint): boolean {
  const { nodes, counters, last } = trace;
  const counted = listCounted(nodes, codes);
  const left = new Map<string, number>();
  let all = 0;
  for (const [at, { code, gas, calls }] of nodes.entries()) {
    all += gas;
    if (BigInt(calls) > gasLimit) return false;
    if (counted[at]) left.set(code, (left.get(code) ?? 0) + gas);
  }
  for (const { code, gas, inner, count } of counters) {
    // a call is once in each that is around it
    const most = BigInt(count) < MAX_DEPTH ? BigInt(count) : MAX_DEPTH;
    if (BigInt(count) > gasLimit || BigInt(inner) > gasLimit * most) return false;
    left.set(code, (left.get(code) ?? -1) - gas);
  }
  if (last !== undefined && codes.has(last.code) !== counted[last.node]) return false;
  return BigInt(all) <= gasLimit && [...left.values()].every((gas) => gas >= 0);
}
