import {
  loadOutline,
  loadSources,
  type NoOutline,
  type Sources,
} from '@/lib/api/failing-line/outline-loader';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { CallTree } from '@/lib/evm/call-tree';
import { isPossible } from '@/lib/evm/check-gas-trace';
import { CREATION, type GasTrace, type JumpsOfCode, writeGasTracer } from '@/lib/evm/gas-tracer';
import { bufferToHex } from '@/lib/evm/hex';
import type { CodeOutline } from '@/lib/evm/locate-failure';
import type { SourceMap } from '@/lib/evm/source-map';
import type { MessageCode } from '@/lib/messages/message';

/** Code whose sources are known, and the contract that it is of. */
export type KnownCode = Readonly<{ owner: Buffer; outline: CodeOutline; texts: Sources['texts'] }>;

/** Gas by instruction, with the known codes by account; `reason` says why there is none, or what is missing. */
export type LoadedGas = Readonly<{
  trace: GasTrace | undefined;
  codes: ReadonlyMap<string, KnownCode>;
  reason: MessageCode | undefined;
}>;

type Traced = Readonly<{ tree: CallTree; own: readonly (bigint | null)[] }>;
type Wanted = Readonly<{ key: string; owner: Buffer; run: Readonly<{ code: Buffer | null; input: Buffer }> }>;

const REASONS = {
  refused: 'gas_tracer_refused',
  large: 'trace_too_large',
  unavailable: 'node_timeout',
} as const;
/** What passes: then there is more. */
const LATER: readonly MessageCode[] = ['source_compiling', 'node_timeout'];
/** Contracts whose sources are read: those of the most own gas. */
const MAX_CONTRACTS = 8;
/** Characters of sources that are read for a request; the last contract may have more. */
const MAX_SOURCES = 3_000_000;
const NO_INPUT = Buffer.alloc(0);

/** Loads the gas of instructions where the sources of a contract that was called are known. */
export async function loadGasLines(
  context: CallContext,
  row: TransactionRow,
  traced: Traced,
): Promise<LoadedGas> {
  const wanted = listCodes(row, traced);
  const found = await loadCodes(context, wanted);
  const codes = new Map(
    found.flatMap(([key, code]) => (typeof code === 'string' ? [] : [[key, code] as const])),
  );
  const reasons = found.flatMap(([, code]) => (typeof code === 'string' ? [code] : []));
  const missing = LATER.find((reason) => reasons.includes(reason));
  const none = missing ?? reasons[0] ?? (wanted.length > 0 ? 'gas_sources_unknown' : undefined);
  if (codes.size === 0) return { trace: undefined, codes, reason: none };
  const jumps = new Map([...codes].map(([key, { outline }]) => [key, listJumps(outline.map)] as const));
  const tracer = writeGasTracer(jumps, row.to_address === null);
  const answer = await context.services.gasTraces(context.db.chainId, row.hash, tracer);
  if (answer.kind !== 'answered') return { trace: undefined, codes, reason: REASONS[answer.kind] };
  return isOfTransaction(answer.value, codes, row)
    ? { trace: answer.value, codes, reason: missing }
    : { trace: undefined, codes, reason: 'trace_contradicts' };
}

/** A node of the same number may hold another chain, and may be wrong. */
function isOfTransaction(trace: GasTrace, codes: LoadedGas['codes'], row: TransactionRow): boolean {
  const code = row.to_address === null ? CREATION : bufferToHex(row.to_address);
  return trace.nodes[0]?.code === code && isPossible(trace, codes, BigInt(row.gas_limit));
}

/** The contracts whose code was called, the most own gas first; of creations the outermost alone, whose init code is known. */
function listCodes(row: TransactionRow, { tree, own }: Traced): Wanted[] {
  const gas = new Map<string, bigint>();
  for (const [at, { call }] of tree.entries()) {
    const address = call.type.startsWith('create') ? null : call.to;
    if (address === null || call.type === 'selfdestruct') continue;
    gas.set(bufferToHex(address), (gas.get(bufferToHex(address)) ?? 0n) + (own[at] ?? 0n));
  }
  const most = [...gas].sort(([, one], [, other]) => Number(other - one)).slice(0, MAX_CONTRACTS);
  const called = most.map(([key]): Wanted => {
    const owner = Buffer.from(key.slice(2), 'hex');
    return { key, owner, run: { code: owner, input: NO_INPUT } };
  });
  if (row.to_address !== null || row.created_contract === null) return called;
  return [{ key: CREATION, owner: row.created_contract, run: { code: null, input: row.input } }, ...called];
}

/** Sources are read one after another, no more of them once there are enough; then all are compiled at once. */
async function loadCodes(context: CallContext, wanted: readonly Wanted[]) {
  const found: Promise<readonly [string, KnownCode | NoOutline]>[] = [];
  let read = 0;
  for (const one of wanted) {
    if (read >= MAX_SOURCES) break;
    const sources = await loadSources(context, one.owner);
    if (sources === undefined) continue;
    for (const text of sources.texts.values()) read += text.length;
    found.push(loadCode(context, one, sources).then((code) => [one.key, code] as const));
  }
  return Promise.all(found);
}

async function loadCode(
  context: CallContext,
  { owner, run }: Wanted,
  sources: Sources,
): Promise<KnownCode | NoOutline> {
  const outline = await loadOutline(context, sources, run);
  return typeof outline === 'string' ? outline : { owner, outline, texts: sources.texts };
}

function listJumps(map: SourceMap): JumpsOfCode {
  const of = (kind: 'in' | 'out') => [...map].flatMap(([pc, { jump }]) => (jump === kind ? [pc] : []));
  return { in: of('in'), out: of('out') };
}
