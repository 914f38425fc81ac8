import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { FailedFrame, FailureTrace } from '@/lib/evm/failure-trace';
import { bufferToHex } from '@/lib/evm/hex';
import { type CodeOutline, type FoundPlaces, locateCall, locateFailure } from '@/lib/evm/locate-failure';
import type { MessageCode } from '@/lib/messages/message';
import { loadOutline, loadSources, type NoOutline, type Sources } from './outline-loader';

/** A call that failed, and where in the sources: undefined where they are not known. */
export type LocatedFrame = Readonly<{
  frame: FailedFrame;
  /** Whose sources; of a creation, the contract that creates. */
  owner: Buffer | null;
  found: (FoundPlaces & Readonly<{ outline: CodeOutline; sources: ReadonlyMap<string, string> }>) | undefined;
}>;

/** The calls that failed, the outermost first; `reason`: why the place is not known. */
export type LocatedFailure = Readonly<{
  frames: readonly LocatedFrame[];
  depth: number;
  reason: MessageCode | undefined;
}>;

const REASONS = { refused: 'steps_refused', large: 'trace_too_large', unavailable: 'node_timeout' } as const;
/** Contracts whose sources are read: those of the innermost calls. */
const MAX_CONTRACTS = 4;

/** Finds where in its sources a transaction failed. */
export async function locate(context: CallContext, row: TransactionRow): Promise<LocatedFailure> {
  const nothing = { frames: [], depth: 0 };
  const traced = await context.services.failureTraces(context.db.chainId, row.hash);
  if (traced.kind !== 'answered') return { ...nothing, reason: REASONS[traced.kind] };
  const { frames, depth } = traced.value;
  if (frames[0] === undefined) return { ...nothing, reason: 'trace_missing' };
  if (!isSame(frames[0].code, row.to_address)) return { ...nothing, reason: 'trace_contradicts' };
  return locateFrames(context, { frames, depth });
}

const isSame = (one: Buffer | null, other: Buffer | null) =>
  one === null || other === null ? one === other : one.equals(other);

async function locateFrames(context: CallContext, { frames, depth }: FailureTrace): Promise<LocatedFailure> {
  // then those between the first and the second are left out, and the second was called by one of them
  const isCut = depth > frames.length;
  const owners = frames.map(
    ({ code }, at) => code ?? (isCut && at === 1 ? null : frames[at - 1]?.code) ?? null,
  );
  const read = new Map<string, Promise<Sources | undefined>>();
  for (const owner of owners.toReversed())
    if (owner !== null && read.size < MAX_CONTRACTS && !read.has(bufferToHex(owner)))
      read.set(bufferToHex(owner), loadSources(context, owner));
  const outlines = await Promise.all(
    frames.map(
      async (frame, at): Promise<NoOutline | { outline: CodeOutline; sources: Sources['texts'] }> => {
        const owner = owners[at];
        const sources = owner ? await read.get(bufferToHex(owner)) : undefined;
        if (sources === undefined) return 'source_unknown';
        const outline = await loadOutline(context, sources, frame);
        return typeof outline === 'string' ? outline : { outline, sources: sources.texts };
      },
    ),
  );
  const located = frames.map((frame, at): LocatedFrame => {
    const known = outlines[at];
    const called = frames[at + 1]?.at;
    if (known === undefined || typeof known === 'string' || (isCut && at === 0))
      return { frame, owner: owners[at] ?? null, found: undefined };
    const places =
      called == null ? locateFailure(known.outline, frame) : locateCall(known.outline, frame, called);
    return { frame, owner: owners[at] ?? null, found: { ...places, ...known } };
  });
  return { frames: located, depth, reason: explain(located, outlines) };
}

/** Why the place of the innermost call, or what is not compiled yet, is not known or not certain; undefined if all is. */
function explain(
  located: readonly LocatedFrame[],
  outlines: readonly (object | NoOutline)[],
): MessageCode | undefined {
  if (outlines.includes('source_compiling')) return 'source_compiling';
  const found = located.at(-1)?.found;
  if (found?.place !== undefined) return found.isGuess ? 'line_guessed' : undefined;
  const last = outlines.at(-1);
  return typeof last === 'string' ? last : 'line_unknown';
}
