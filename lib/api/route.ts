import { SERVICE_PREFIX } from '@/lib/spec/endpoint';
import type { Operation } from './implement';

/** Where a path leads: which surface, on the multichain one which chain, and the operation if there is one. */
export type Route = Readonly<{
  surface: 'multichain' | 'instance' | 'none';
  /** The first segment on the multichain surface: any text. */
  chainId: string;
  operation: Operation | undefined;
  params: Readonly<Record<string, string>>;
}>;

type Template = { operation: Operation; segments: readonly string[] };

/** The router of these operations. Of two templates that fit a path, the one with more fixed segments wins. */
export function createRouter(operations: readonly Operation[]): (path: string) => Route {
  const templates = operations
    .map((operation): Template => {
      const { service, path } = operation.endpoint;
      return { operation, segments: segmentsOf(`${SERVICE_PREFIX[service]}${path}`) };
    })
    .sort((a, b) => countParameters(a) - countParameters(b));
  return (path) => {
    const segments = segmentsOf(path);
    const [first = ''] = segments;
    const surface = surfaceOf(segments);
    const below = surface === 'multichain' ? segments.slice(1) : segments;
    const template = surface === 'none' ? undefined : templates.find((candidate) => fits(candidate, below));
    const params = Object.fromEntries(
      (template?.segments ?? []).flatMap((segment, at) =>
        isParameter(segment) ? [[segment.slice(1, -1), decode(below[at] ?? '')]] : [],
      ),
    );
    return {
      surface,
      chainId: surface === 'multichain' ? first : '',
      operation: template?.operation,
      params,
    };
  };
}

/** The per-instance surface is below the prefixes of the services; beside them `api` and `stats-service` hold nothing. */
function surfaceOf(segments: readonly string[]): Route['surface'] {
  const path = `/${segments.join('/')}/`;
  if (Object.values(SERVICE_PREFIX).some((prefix) => path.startsWith(`${prefix}/`))) return 'instance';
  const isReserved = segments[0] === 'api' || segments[0] === 'stats-service';
  return isReserved || segments.length < 2 ? 'none' : 'multichain';
}

/** A slash at the end means nothing; empty segments elsewhere count, so that no other path is mistaken for one. */
function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function countParameters(template: Template): number {
  return template.segments.filter(isParameter).length;
}

function fits(template: Template, segments: readonly string[]): boolean {
  return (
    template.segments.length === segments.length &&
    template.segments.every((segment, at) =>
      isParameter(segment) ? segments[at] !== '' : segment === segments[at],
    )
  );
}

/** A malformed escape stays as it is: the parameter's own check refuses it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
