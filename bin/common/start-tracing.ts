import type * as OpenTelemetry from '@opentelemetry/api';
import type { Config } from '@/lib/config';
import { ASTROLABE_VERSION } from '@/lib/endpoints/backend-version';
import { AppError } from '@/lib/errors';
import type { SpanStart, Tracing } from '@/lib/tracing';

/** Flushes spans and shuts down. */
export type StopTracing = () => Promise<void>;

/** Timeout of the flush at exit. */
const FLUSH_MS = 2_000;

/**
 * Writes traces where an endpoint of OpenTelemetry is configured; loads its packages only there, which read the standard
 * variables (`OTEL_*`) themselves. `role` names the service unless `OTEL_SERVICE_NAME` does.
 */
export async function startTracing({ isTraced }: Config, role: string): Promise<StopTracing> {
  if (!isTraced) return async () => undefined;
  const [{ context, propagation, trace, SpanKind, SpanStatusCode }, resources, sdk, otlp] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ],
  );
  const own = resources.resourceFromAttributes({
    'service.name': `astrolabe-${role}`,
    'service.version': ASTROLABE_VERSION,
  });
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const sdkOfTraces = new sdk.NodeTracerProvider({
    resource: resources.defaultResource().merge(own).merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter())],
  });
  sdkOfTraces.register();
  const api = { context, propagation, SpanKind, SpanStatusCode, tracer: trace.getTracer('astrolabe') };
  globalThis.tracing = createTracing(api);
  return async () => {
    globalThis.tracing = undefined;
    const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
    await Promise.race([sdkOfTraces.shutdown().catch(() => undefined), late]);
  };
}

type Api = Pick<typeof OpenTelemetry, 'context' | 'propagation' | 'SpanKind' | 'SpanStatusCode'> &
  Readonly<{ tracer: OpenTelemetry.Tracer }>;

/** The parts of OpenTelemetry in use. Errors are recorded by type only: their text may contain a secret. */
function createTracing({ context, propagation, SpanKind, SpanStatusCode, tracer }: Api): Tracing {
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
  const optionsOf = ({ kind, attributes }: SpanStart) => ({
    kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
    ...(attributes && { attributes }),
  });
  const contextOf = ({ carrier }: SpanStart) =>
    carrier === undefined ? context.active() : propagation.extract(context.active(), carrier);
  const fail = (span: OpenTelemetry.Span, error: unknown) =>
    span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
  return {
    run: (start, work) =>
      tracer.startActiveSpan(start.name, optionsOf(start), contextOf(start), async (span) => {
        try {
          return await work((attributes) => span.setAttributes(attributes));
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      }),
    headers: () => {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
  };
}

function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
