import { setTimeout as delay } from 'node:timers/promises';
import type { Link, Span as OtelSpan, SpanStatusCode } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { TraceContext } from '@workflow/workflow-model';
import { logRarely } from '../log-rarely.ts';
import type { Logger } from '../logger.ts';
import { serviceVersion } from '../service-version.ts';
import type { SamplerName, TracingConfig } from './tracing-config.ts';
import type { Span, SpanKind, Tracing } from './tracing.ts';

/**
 * The number of spans that wait to be sent. Further spans are dropped, so that an unreachable collector costs no
 * memory.
 */
const MAX_WAITING_SPANS = 8_192;
const MAX_SPANS_PER_REQUEST = 512;
/** The time that a span waits to be sent together with others. */
const SEND_EVERY_MS = 1_000;
/** When a service stops, the remaining spans are sent within this time, or dropped. */
export const TRACES_SENT_WITHIN_MS = 500;
/** A batch or a flush has at most this many sessions. */
const MAX_LINKS = 256;

/**
 * Sends spans by OTLP over HTTP, in batches in the background. The library is loaded here, so that a service which
 * sends no traces has no part of it in memory.
 * @param service the end of `service.name`
 */
export async function openTracing(config: TracingConfig, service: string, logger: Logger): Promise<Tracing> {
  const [api, { TraceState }, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    config.protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const warn = logRarely(logger, 'Could not send traces');
  const ignore = (): void => undefined;
  const report = (message: string, ...details: unknown[]): void => warn(details[0] ?? new Error(message));
  api.diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    api.DiagLogLevel.WARN,
  );
  const processor = new sdk.BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: config.url }),
    maxQueueSize: MAX_WAITING_SPANS,
    maxExportBatchSize: MAX_SPANS_PER_REQUEST,
    scheduledDelayMillis: SEND_EVERY_MS,
  });
  const provider = new sdk.TracerProvider({
    resource: resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] }).merge(
      resources.resourceFromAttributes({
        'service.name': `${config.serviceName}-${service}`,
        'service.version': serviceVersion(),
      }),
    ),
    sampler: samplerOf(sdk, config.sampler, config.samplerShare),
    spanLimits: { linkCountLimit: MAX_LINKS },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('workflow', serviceVersion());
  const kinds: Record<SpanKind, number> = {
    internal: api.SpanKind.INTERNAL,
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
  };
  const spanContextOf = ({ traceparent, tracestate }: TraceContext) => {
    const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
    return {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16),
      isRemote: true,
      ...(tracestate !== null && { traceState: new TraceState(tracestate) }),
    };
  };
  const toLink = (context: TraceContext): Link => ({ context: spanContextOf(context) });
  return {
    start(name, { kind, parent, links = [], attributes = {}, startedAt }) {
      const context =
        parent === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, spanContextOf(parent));
      const options = { kind: kinds[kind], attributes, links: links.map(toLink) };
      const timed = startedAt === undefined ? options : { ...options, startTime: startedAt };
      return spanOf(tracer.startSpan(name, timed, context), api.SpanStatusCode.ERROR);
    },
    close: async (withinMs) => {
      const sent = provider.shutdown().catch(warn);
      await Promise.race([sent, delay(withinMs, undefined, { ref: false })]);
    },
  };
}

function spanOf(span: OtelSpan, errorStatus: SpanStatusCode.ERROR): Span {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  return {
    context: { traceparent, tracestate: traceState?.serialize() || null },
    set: (attributes) => void span.setAttributes(attributes),
    fail: (type) => {
      span.setStatus({ code: errorStatus });
      span.setAttribute('error.type', type);
    },
    end: (endedAt) => span.end(endedAt),
  };
}

function samplerOf(sdk: typeof Sdk, name: SamplerName, share: number): Sdk.Sampler {
  const decides = name.replace('parentbased_', '');
  const root = rootSamplerOf(sdk, decides, share);
  return decides === name ? root : new sdk.ParentBasedSampler({ root });
}

function rootSamplerOf(sdk: typeof Sdk, decides: string, share: number): Sdk.Sampler {
  if (decides === 'always_off') return new sdk.AlwaysOffSampler();
  return decides === 'traceidratio' ? new sdk.TraceIdRatioBasedSampler(share) : new sdk.AlwaysOnSampler();
}
