import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { listCounted } from '@/lib/evm/check-gas-trace';
import type { GasTrace } from '@/lib/evm/gas-tracer';
import { hexToBuffer } from '@/lib/evm/hex';
import type { OutlinedFunction } from '@/lib/evm/locate-failure';
import type { KnownCode } from './line-loader';
import { buildFrames, type GasFrame, type LineGas, sumLines, textOf, withLast } from './line-sums';

type Lines = NonNullable<GasProfile['lines']>;
type Context = Readonly<{
  addresses: AddressMap;
  /** The gas of the outermost call, all inside it included; before the refund if that is known. */
  calls: bigint;
  /** The name of a method by `0x<contract>/0x<selector>`. */
  methods: ReadonlyMap<string, string | null>;
}>;

const MAX_LINES = 100;
const MAX_FUNCTIONS = 100;
const MAX_FRAMES = 100;
/** A smaller part of the whole would be no wider than a hairline. */
const FRAMES_IN_WHOLE = 400;
const MAX_EXCERPTS = 4;
const MAX_EXCERPT_LINES = 50;

const sum = (gas: readonly number[]) => gas.reduce((total, one) => total + one, 0);

/** Presents gas by line and by function of the sources that are known. */
export function presentLines(
  trace: GasTrace,
  codes: ReadonlyMap<string, KnownCode>,
  context: Context,
): Lines {
  const traced = sum(trace.nodes.map(({ gas }) => gas));
  const { nodes, counters } = withLast(trace, context.calls - BigInt(traced));
  const lines = sumLines(counters, codes);
  const counted = listCounted(nodes, codes);
  const known = sum(nodes.map(({ gas }, at) => (counted[at] ? gas : 0)));
  const all = sum(nodes.map(({ gas }) => gas));
  const told = sum(lines.map(({ gas }) => gas));
  const rest = context.calls - BigInt(all);
  const frames = buildFrames(nodes, codes);
  return {
    lines: lines.slice(0, MAX_LINES).map((line) => presentLine(line, context.addresses)),
    lines_count: lines.length,
    lines_gas: String(told),
    generated_gas: String(known - told),
    unknown_gas: String(all - known),
    // less than nothing is left where a refund was subtracted that is not known
    rest_gas: rest < 0n ? null : String(rest),
    functions: presentFunctions(frames, codes, context),
    frames: presentFrames(frames, codes, context),
    excerpts: presentExcerpts(lines, context.addresses),
  };
}

function presentLine({ code, path, line, around, gas, inner, count }: LineGas, addresses: AddressMap) {
  return {
    address: presentAddress(code.owner, addresses),
    ...{ path, line, function: around?.name ?? null, count },
    ...{ own_gas: String(gas), inner_gas: String(inner) },
  };
}

/** Where a function begins. */
function placeOf(code: KnownCode | undefined, around: OutlinedFunction | undefined) {
  const path = around && code?.outline.files.get(around.file);
  const line = code && around && textOf(code, around.file)?.lineOf(around.start);
  return path === undefined || line === undefined ? null : { path, line };
}

function nameOf({ code, around, selector }: GasFrame, { methods }: Context): string | null {
  if (around !== undefined) return around.name;
  return methods.get(`${code}/${selector}`) ?? null;
}

function ownerOf({ code }: GasFrame, codes: ReadonlyMap<string, KnownCode>, { addresses }: Context) {
  const owner = codes.get(code)?.owner ?? (code.startsWith('0x') ? hexToBuffer(code) : undefined);
  return owner === undefined ? null : presentAddress(owner, addresses);
}

function presentFunctions(
  frames: readonly GasFrame[],
  codes: ReadonlyMap<string, KnownCode>,
  context: Context,
): Lines['functions'] {
  const keys = frames.map((frame) => `${frame.code}/${nameOf(frame, context) ?? ''}/${frame.around?.start}`);
  const groups = new Map<string, { first: GasFrame; calls: number; gas: number; total: number }>();
  for (const [at, frame] of frames.entries()) {
    const key = keys[at] ?? '';
    if (!codes.has(frame.code) || frame.around === undefined) continue;
    const group = groups.get(key) ?? { first: frame, calls: 0, gas: 0, total: 0 };
    groups.set(key, group);
    group.calls += frame.calls;
    group.gas += frame.gas;
    if (!isInside(frames, keys, at)) group.total += frame.total;
  }
  const sorted = [...groups.values()].sort((one, other) => other.gas - one.gas).slice(0, MAX_FUNCTIONS);
  return sorted.flatMap(({ first, calls, gas, total }) => {
    const address = ownerOf(first, codes, context);
    const place = placeOf(codes.get(first.code), first.around);
    if (address === null || place === null || first.around === undefined) return [];
    const own = { own_gas: String(gas), total_gas: String(total) };
    return [{ address, function: first.around.name, ...place, calls, ...own }];
  });
}

function isInside(frames: readonly GasFrame[], keys: readonly string[], position: number): boolean {
  for (let at = frames[position]?.parent ?? null; at !== null; at = frames[at]?.parent ?? null)
    if (keys[at] === keys[position]) return true;
  return false;
}

function presentFrames(
  frames: readonly GasFrame[],
  codes: ReadonlyMap<string, KnownCode>,
  context: Context,
): Lines['frames'] {
  const smallest = Number(context.calls) / FRAMES_IN_WHOLE;
  return frames
    .map((frame, index) => ({ frame, index }))
    .filter(({ frame, index }) => index === 0 || (frame.total > 0 && frame.total >= smallest))
    .sort((one, other) => other.frame.total - one.frame.total || one.index - other.index)
    .slice(0, MAX_FRAMES)
    .sort((one, other) => one.index - other.index)
    .map(({ frame, index }) => ({
      ...{ index, parent: frame.parent, depth: frame.depth },
      address: ownerOf(frame, codes, context),
      method: nameOf(frame, context),
      own_gas: String(frame.gas),
      total_gas: String(frame.total),
      is_failed: false,
    }));
}

/** The functions whose lines used the most, line by line; of a long one the lines around the one that used the most. */
function presentExcerpts(lines: readonly LineGas[], addresses: AddressMap): Lines['excerpts'] {
  const byFunction = new Map<OutlinedFunction, LineGas[]>();
  for (const line of lines) {
    const within = line.around && byFunction.get(line.around);
    if (within) within.push(line);
    else if (line.around) byFunction.set(line.around, [line]);
  }
  const hottest = [...byFunction.values()]
    .toSorted((one, other) => sum(other.map(({ gas }) => gas)) - sum(one.map(({ gas }) => gas)))
    .slice(0, MAX_EXCERPTS);
  return hottest.flatMap((within) => {
    const [most] = within;
    const text = most?.around && textOf(most.code, most.around.file);
    if (!most?.around || text === undefined) return [];
    const [start, end] = [most.around.start, most.around.start + most.around.length].map(text.lineOf);
    if (start === undefined || end === undefined) return [];
    const first = Math.max(start, Math.min(end - MAX_EXCERPT_LINES + 1, most.line - MAX_EXCERPT_LINES / 2));
    const byLine = new Map(within.map((one) => [one.line, one]));
    return [
      {
        address: presentAddress(most.code.owner, addresses),
        ...{ path: most.path, function: most.around.name, first_line: first },
        lines: text.read(first, Math.min(end - first + 1, MAX_EXCERPT_LINES)).map((content, at) => {
          const used = byLine.get(first + at);
          const gas = used === undefined ? null : String(used.gas);
          return { text: content, own_gas: gas, inner_gas: used === undefined ? null : String(used.inner) };
        }),
      },
    ];
  });
}
