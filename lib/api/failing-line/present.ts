import { presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { type DecodingContext, presentCall } from '@/lib/api/transaction/call-present';
import type { FailingLine } from '@/lib/endpoints/failing-line';
import { functionAt } from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import { message } from '@/lib/messages/message';
import type { LocatedFailure, LocatedFrame } from './loader';
import { openSource, type SourceText } from './source-text';

type Frame = FailingLine['frames'][number];
type Found = NonNullable<LocatedFrame['found']>;

const MAX_FUNCTIONS = 32;

/** Presents where a transaction failed: the innermost place that is known. */
export function presentFailingLine(
  { frames, depth, reason }: LocatedFailure,
  context: DecodingContext,
): FailingLine {
  const read = createReader();
  const at = frames.findLastIndex(({ found }) => found?.place !== undefined);
  const place = presentPlace(frames[at], { context, read, isOrigin: at === frames.length - 1 });
  return {
    place,
    frames: frames.map((frame) => presentFrame(frame, context, read)),
    frames_count: depth,
    meta:
      reason === undefined
        ? null
        : { status: place === null ? 'unavailable' : 'partial', ...message(reason) },
  };
}

type Read = (found: Found, range: SourceRange) => { path: string; text: SourceText } | undefined;

/** Each source is divided into lines once. */
function createReader(): Read {
  const opened = new Map<string, SourceText>();
  return ({ outline, sources }, { file }) => {
    const path = outline.files.get(file);
    const text = path === undefined ? undefined : sources.get(path);
    if (path === undefined || text === undefined) return undefined;
    const source = opened.get(text) ?? openSource(text);
    opened.set(text, source);
    return { path, text: source };
  };
}

function presentPlace(
  frame: LocatedFrame | undefined,
  { context, read, isOrigin }: { context: DecodingContext; read: Read; isOrigin: boolean },
): FailingLine['place'] {
  const { owner, found } = frame ?? {};
  const source = found?.place && read(found, found.place);
  if (!owner || !found?.place || !source) return null;
  const { line, column, text, firstLine, lines } = source.text.excerpt(found.place);
  return {
    address: presentAddress(owner, context.addresses),
    function: functionAt(found.outline, found.place)?.name ?? null,
    ...{ path: source.path, line, column, text, is_origin: isOrigin },
    excerpt: { first_line: firstLine, lines },
  };
}

function presentFrame({ frame, found }: LocatedFrame, context: DecodingContext, read: Read): Frame {
  const { code, input } = frame;
  const called = code === null ? undefined : presentCall({ input, to_address: code }, context);
  const ranges = found === undefined ? [] : [...found.callers, ...(found.place ? [found.place] : [])];
  return {
    address: presentOptionalAddress(code, context.addresses),
    method: called?.method ?? null,
    decoded_input: called?.decoded_input ?? null,
    functions: ranges.slice(-MAX_FUNCTIONS).flatMap((range) => {
      const source = found && read(found, range);
      if (!found || !source) return [];
      const name = functionAt(found.outline, range)?.name ?? null;
      return [{ function: name, path: source.path, line: source.text.lineOf(range.start) }];
    }),
    functions_count: ranges.length,
  };
}
