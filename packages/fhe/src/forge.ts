import type { Origin, ReceiptLog } from '@/lib/fhe/receipt';
import { asList, asRecord } from './json';
import { measureTest, type TestHcu } from './report';

type Node = ReturnType<typeof asRecord>;

/**
 * Reads what `forge test --json -vvvv` prints: each test with the HCU of its calls. A call that a test makes counts as a
 * transaction; what reverts costs nothing, as on a chain. Throws SyntaxError for text that is not its JSON, RangeError when
 * there are no traces in it.
 */
export function readForge(text: string, origin: Origin): readonly TestHcu[] {
  const suites = Object.entries(asRecord(JSON.parse(text.slice(Math.max(0, text.indexOf('{'))))));
  const tests = suites.flatMap(([suite, found]) =>
    Object.entries(asRecord(asRecord(found).test_results)).map(([name, result]) => ({
      name: `${suite.replace(/^.*:/, '')}.${name.replace(/\(\)$/, '')}`,
      traces: asList(asRecord(result).traces),
    })),
  );
  if (tests.length > 0 && tests.every(({ traces }) => traces.length === 0))
    throw new RangeError('there are no traces: run `forge test --json -vvvv`');
  return tests.map(({ name, traces }) => measureTest(name, traces.flatMap(readExecution), origin));
}

/** The logs of each call of a test, from a pair of what is traced and its trace; those of its setup do not count. */
function readExecution(traced: unknown): readonly (readonly ReceiptLog[])[] {
  const [kind, trace] = asList(traced);
  if (kind !== 'Execution') return [];
  const arena = asList(asRecord(trace).arena).map(asRecord);
  return asList(arena[0]?.children).map((child) => collectLogs(arena, Number(child)));
}

/** The logs of a call and of those in it, in order. */
function collectLogs(arena: readonly Node[], root: number): ReceiptLog[] {
  const logs: ReceiptLog[] = [];
  const pending: (Node | undefined)[] = [arena[root]];
  const positions = new Map<Node, number>();
  for (let node = pending.at(-1); node !== undefined; node = pending.at(-1)) {
    const at = positions.get(node) ?? 0;
    positions.set(node, at + 1);
    const step = asList(node.ordering)[at];
    if (step === undefined || asRecord(node.trace).success !== true) pending.pop();
    else {
      const { Log: log, Call: call } = asRecord(step);
      if (log !== undefined) logs.push(readLog(node, asList(node.logs)[Number(log)], logs.length));
      const called = call === undefined ? undefined : arena[Number(asList(node.children)[Number(call)])];
      if (called !== undefined && !positions.has(called)) pending.push(called);
    }
  }
  return logs;
}

/** A log's address is that of the code's account: of the caller, where the code is another contract's. */
function readLog(node: Node, log: unknown, logIndex: number): ReceiptLog {
  const { kind, caller, address } = asRecord(node.trace);
  const { topics, data } = asRecord(asRecord(log).raw_log);
  const isBorrowed = kind === 'DELEGATECALL' || kind === 'CALLCODE';
  return {
    address: String(isBorrowed ? caller : address),
    topics: asList(topics).map(String),
    data: String(data),
    logIndex,
  };
}
