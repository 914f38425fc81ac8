import { loadCallTree } from '@/lib/api/call-tree/loader';
import { loadOutline, loadSources } from '@/lib/api/failing-line/outline-loader';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { CallTree } from '@/lib/evm/call-tree';
import { bufferToHex } from '@/lib/evm/hex';
import { markPlaces } from '@/lib/evm/locate-failure';
import type { MessageCode } from '@/lib/messages/message';
import { type Code, type Found, find, lineOf, nameReason } from './trace-loader';

/** Contracts in which a breakpoint is looked for. */
const MAX_CONTRACTS = 8;
/** The mark of a breakpoint is its number from here on, as a digit. */
const FIRST_MARK = 2;
const NO_INPUT = Buffer.alloc(0);

/** The first step at or after one that comes to a line with a breakpoint (`path:line`), in any contract that is called. */
export async function findStop(
  context: CallContext,
  row: TransactionRow,
  { from, stops }: Readonly<{ from: number; stops: readonly string[] }>,
): Promise<Found> {
  const { tree } = await loadCallTree(context, row);
  const paths = new Set(stops.map((stop) => stop.slice(0, stop.lastIndexOf(':'))));
  const marks: Record<string, string> = {};
  let reason: MessageCode = 'step_not_found';
  for (const [name, { owners, run }] of listCodes(tree)) {
    if (Object.keys(marks).length >= MAX_CONTRACTS) break;
    for (const owner of owners) {
      const sources = await loadSources(context, owner);
      if (!sources || ![...paths].some((path) => sources.texts.has(path))) continue;
      const outline = await loadOutline(context, sources, run);
      if (typeof outline === 'string') reason = nameReason(outline);
      else marks[name] ??= markStops({ owner, outline, sources }, stops);
    }
  }
  // what is compiled later may come first
  if (reason === 'source_compiling' || Object.keys(marks).length === 0) return { reason };
  return find(context, row, { kind: 'stop', from, marks, isCreation: row.to_address === null });
}

type Executed = Readonly<{
  owners: readonly Buffer[];
  run: Readonly<{ code: Buffer | null; input: Buffer }>;
}>;

/** The codes that ran, by the names that the tracer has for them, and whose sources may have them. */
function listCodes(tree: CallTree): Map<string, Executed> {
  const codes = new Map<string, Executed>();
  let creations = 0;
  for (const { call } of tree) {
    const { type, to, from, createdContract, input, inputSize } = call;
    if (to !== null) codes.set(bufferToHex(to), { owners: [to], run: { code: to, input: NO_INPUT } });
    if (!type.startsWith('create')) continue;
    const owners = createdContract === null ? [from] : [createdContract, from];
    const name = `create:${creations++}`;
    if (input.length === inputSize) codes.set(name, { owners, run: { code: null, input } });
  }
  return codes;
}

function markStops(code: Code, stops: readonly string[]): string {
  const known = new Map<string, string>();
  return markPlaces(code.outline, (range) => {
    const key = `${range.file}:${range.start}`;
    const mark = known.get(key) ?? markOf(stops.indexOf(lineOf(code, range) ?? ''));
    known.set(key, mark);
    return mark;
  });
}

const markOf = (at: number) => (at === -1 ? '1' : (at + FIRST_MARK).toString(36));
