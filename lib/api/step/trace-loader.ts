import {
  loadOutline,
  loadSources,
  type NoOutline,
  type Sources,
} from '@/lib/api/failing-line/outline-loader';
import { openSource } from '@/lib/api/failing-line/source-text';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { CodeOutline } from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import type { OpenCall, StepTrace } from '@/lib/evm/step-trace';
import type { StepSearch } from '@/lib/evm/step-tracer';
import type { MessageCode } from '@/lib/messages/message';

/** The code that runs, and what it comes from. */
export type Code = Readonly<{ owner: Buffer; outline: CodeOutline; sources: Sources }>;

/** Why a node told nothing. */
export const REASONS = {
  refused: 'tracer_refused',
  large: 'trace_too_large',
  unavailable: 'node_timeout',
} as const;
/** Where a search leads, or why it leads nowhere. */
export type Found = Readonly<{ step: number } | { reason: MessageCode }>;

/** Has a node look for a step. */
export async function find(
  { db, services }: CallContext,
  row: TransactionRow,
  wanted: StepSearch,
): Promise<Found> {
  const traced = await services.stepTraces(db.chainId, row.hash, wanted);
  if (traced.kind !== 'answered') return { reason: REASONS[traced.kind] };
  const { found, isCut } = traced.value;
  if (found !== undefined) return { step: found };
  return { reason: isCut ? 'trace_cut' : 'step_not_found' };
}

const opened = new WeakMap<Sources, Map<string, ReturnType<typeof openSource>>>();

/** The line of a place, as `path:line`. */
export function lineOf({ outline, sources }: Code, { file, start }: SourceRange): string | undefined {
  const path = outline.files.get(file);
  const text = path === undefined ? undefined : sources.texts.get(path);
  if (path === undefined || text === undefined) return undefined;
  const byPath = opened.get(sources) ?? new Map<string, ReturnType<typeof openSource>>();
  opened.set(sources, byPath);
  const source = byPath.get(path) ?? openSource(text);
  byPath.set(path, source);
  return `${path}:${source.lineOf(start)}`;
}

/** What the compiler tells of the code that runs at the step; undefined if no code does. */
export async function findCode(
  context: CallContext,
  { state }: StepTrace,
): Promise<Code | NoOutline | undefined> {
  const call = state?.calls.at(-1);
  if (call === undefined) return undefined;
  const isCreation = call.type.startsWith('CREATE');
  const owners: (OpenCall | undefined)[] = isCreation ? [call, state?.calls.at(-2)] : [call];
  let reason: NoOutline = 'source_unknown';
  for (const owner of owners.flatMap((one) => one?.code ?? [])) {
    const sources = await loadSources(context, owner);
    if (sources === undefined) continue;
    const run = isCreation ? { code: null, input: call.init } : { code: call.code, input: call.init };
    const outline = await loadOutline(context, sources, run);
    if (typeof outline !== 'string') return { owner, outline, sources };
    reason = outline;
  }
  return reason;
}

/** Why the source is not known. */
export const nameReason = (reason: NoOutline): MessageCode =>
  reason === 'source_unknown' ? 'code_without_source' : reason;
