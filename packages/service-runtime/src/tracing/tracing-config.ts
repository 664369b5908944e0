import type { EnvReader } from '../env-reader.ts';

/**
 * Where traces are sent, under the names of OpenTelemetry's specification. Its library reads the other variables
 * itself: `OTEL_EXPORTER_OTLP_*` (headers, certificates, timeout, compression) and `OTEL_RESOURCE_ATTRIBUTES`.
 */
export interface TracingConfig {
  url: string;
  protocol: Protocol;
  /** The beginning of the `service.name` of each service. */
  serviceName: string;
  sampler: SamplerName;
  /** The share of traces beginning here that is sent, from 0 to 1. */
  samplerShare: number;
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

type Protocol = (typeof PROTOCOLS)[number];
export type SamplerName = (typeof SAMPLERS)[number];

/** Reads the settings. Returns null when no traces are sent. */
export function readTracingConfig(reader: EnvReader): TracingConfig | null {
  const base = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', { default: null });
  const url = reader.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
    default: base === null ? null : `${base}/v1/traces`,
  });
  const rest = {
    protocol: reader.string('OTEL_EXPORTER_OTLP_PROTOCOL', { default: 'http/protobuf', oneOf: PROTOCOLS }) as Protocol,
    serviceName: reader.string('OTEL_SERVICE_NAME', { default: 'workflow', maxLength: 200 }),
    sampler: reader.string('OTEL_TRACES_SAMPLER', {
      default: 'parentbased_always_on',
      oneOf: SAMPLERS,
    }) as SamplerName,
    samplerShare: Number(reader.string('OTEL_TRACES_SAMPLER_ARG', { default: '1' })),
  };
  if (!(rest.samplerShare >= 0 && rest.samplerShare <= 1))
    reader.problem('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return url === null ? null : { url, ...rest };
}
