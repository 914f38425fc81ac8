import { loadCallTree } from '@/lib/api/call-tree/loader';
import { loadOutline, loadSources } from '@/lib/api/failing-line/outline-loader';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { markPlaces } from '@/lib/evm/locate-failure';
import type { MessageCode } from '@/lib/messages/message';
import { type Code, type Found, find, lineOf, nameReason } from './trace-loader';

/** Contracts in which a breakpoint is looked for. */
const MAX_CONTRACTS = 8;
/** The mark of a breakpoint is its number from here on, as a digit. */
const FIRST_MARK = 2;

/** The first step at or after one that comes to a line with a breakpoint (`path:line`), in any contract that is called. */
export async function findStop(
  context: CallContext,
  row: TransactionRow,
  { from, stops }: Readonly<{ from: number; stops: readonly string[] }>,
): Promise<Found> {
  const { tree } = await loadCallTree(context, row);
  const called = new Set(tree.flatMap(({ call: { to } }) => (to === null ? [] : [bufferToHex(to)])));
  const paths = new Set(stops.map((stop) => stop.slice(0, stop.lastIndexOf(':'))));
  const marks: Record<string, string> = {};
  let reason: MessageCode = 'step_not_found';
  for (const name of called) {
    if (Object.keys(marks).length >= MAX_CONTRACTS) break;
    const owner = hexToBuffer(name);
    const sources = await loadSources(context, owner);
    if (!sources || ![...paths].some((path) => sources.texts.has(path))) continue;
    const outline = await loadOutline(context, sources, { code: owner, input: Buffer.alloc(0) });
    if (typeof outline === 'string') reason = nameReason(outline);
    else marks[name] = markStops({ owner, outline, sources }, stops);
  }
  // what is compiled later may come first
  if (reason === 'source_compiling' || Object.keys(marks).length === 0) return { reason };
  return find(context, row, { kind: 'stop', from, marks });
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
