import type * as OpenTelemetry from '@opentelemetry/api';
import { AppError } from '@/lib/errors';
import type { SpanStart, Tracing } from '@/lib/tracing';

type Api = Pick<typeof OpenTelemetry, 'context' | 'propagation' | 'SpanKind' | 'SpanStatusCode'> &
  Readonly<{ tracer: OpenTelemetry.Tracer }>;

/** The parts of OpenTelemetry in use. Errors are recorded by type only: their text may contain a secret. */
export function createTracing({ context, propagation, SpanKind, SpanStatusCode, tracer }: Api): Tracing {
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
