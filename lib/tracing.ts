/** Values of a span, by OpenTelemetry's names. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span to begin: a `server` answers a request whose headers are `carrier`, a `client` waits for somebody else. */
export type SpanStart = Readonly<{
  name: string;
  kind?: 'server' | 'client';
  attributes?: SpanAttributes;
  carrier?: Readonly<Record<string, string | undefined>>;
}>;

/** What writes spans. */
export type Tracing = Readonly<{
  /** Runs `work` within a span below the current one. An error marks it as failed, by its type and without its text. */
  run<T>(start: SpanStart, work: (note: (attributes: SpanAttributes) => void) => Promise<T>): Promise<T>;
  /** The headers that tell another program the current span. */
  headers(): Readonly<Record<string, string>>;
}>;

declare global {
  // Undefined where no endpoint is configured. Next bundles the pages apart from what starts it.
  var tracing: Tracing | undefined;
}

/** Runs `work` within a span where traces are written, else as it is. */
export function inSpan<T>(
  start: SpanStart,
  work: (note: (attributes: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const { tracing } = globalThis;
  return tracing === undefined ? work(() => undefined) : tracing.run(start, work);
}
