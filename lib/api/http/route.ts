import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import type { Operation } from '../implement';

/** Where a path leads: which surface, on the multichain one which chain, and the operation if there is one. */
export type Route = Readonly<{
  surface: 'multichain' | 'instance' | 'none';
  /** The first segment on the multichain surface: any text. */
  chainId: string;
  operation: Operation | undefined;
  params: Readonly<Record<string, string>>;
}>;

/** A segment is the name of a parameter, or the text that must stand there. */
type Segment = Readonly<{ parameter: string } | { text: string }>;
type Template = Readonly<{ operation: Operation; segments: readonly Segment[]; parameters: number }>;

/** The router of these operations. Of two templates that fit a path, the one with more fixed segments wins. */
export function createRouter(operations: readonly Operation[]): (path: string) => Route {
  const templates = operations.map(toTemplate).sort((a, b) => a.parameters - b.parameters);
  const byLength = new Map<number, Template[]>();
  for (const template of templates) {
    const { length } = template.segments;
    byLength.set(length, [...(byLength.get(length) ?? []), template]);
  }
  return (path) => {
    const segments = segmentsOf(path);
    const surface = surfaceOf(segments);
    const chainId = surface === 'multichain' ? (segments.shift() ?? '') : '';
    const candidates = surface === 'none' ? undefined : byLength.get(segments.length);
    const template = candidates?.find((candidate) => fits(candidate, segments));
    const params: Record<string, string> = {};
    template?.segments.forEach((segment, at) => {
      if ('parameter' in segment) params[segment.parameter] = decode(segments[at] ?? '');
    });
    return { surface, chainId, operation: template?.operation, params };
  };
}

function toTemplate(operation: Operation): Template {
  const { service, path } = operation.endpoint;
  const segments = segmentsOf(`${SERVICE_PREFIX[service]}${path}`).map((segment) =>
    segment.startsWith('{') ? { parameter: segment.slice(1, -1) } : { text: segment },
  );
  return { operation, segments, parameters: segments.filter((segment) => 'parameter' in segment).length };
}

const PREFIXES = Object.values(SERVICE_PREFIX).map((prefix) => `${prefix}/`);

/** The per-instance surface is below the prefixes of the services; beside them `api` and `stats-service` hold nothing. */
function surfaceOf(segments: readonly string[]): Route['surface'] {
  const [first] = segments;
  if (first !== 'api' && first !== 'stats-service') return segments.length < 2 ? 'none' : 'multichain';
  const path = `/${segments.join('/')}/`;
  return PREFIXES.some((prefix) => path.startsWith(prefix)) ? 'instance' : 'none';
}

/** A slash at the end means nothing; empty segments elsewhere count, so that no other path is mistaken for one. */
function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function fits({ segments }: Template, path: readonly string[]): boolean {
  return segments.every((segment, at) => ('text' in segment ? segment.text === path[at] : path[at] !== ''));
}

/** A malformed escape stays as it is: the parameter's own check refuses it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
