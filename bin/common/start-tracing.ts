import type { Config } from '@/lib/config';
import { ASTROLABE_VERSION } from '@/lib/endpoints/backend-version';
import { createTracing } from './create-tracing';

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
