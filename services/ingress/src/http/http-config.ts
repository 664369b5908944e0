import type { EnvReader } from '@workflow/service-runtime';

export type HttpConfig = ReturnType<typeof readHttpConfig>;

/**
 * Reads the limits of connections, requests and answers (docs/environment.md). Times are in milliseconds, sizes in
 * bytes.
 */
export function readHttpConfig(reader: EnvReader) {
  return { ...readServerConfig(reader), ...readBodiesConfig(reader), ...readAnswersConfig(reader) };
}

function readServerConfig(reader: EnvReader) {
  return {
    host: reader.string('HOST', { default: '::' }),
    port: reader.integer('PORT', { default: 3000, min: 0, max: 65_535 }),
    /** The origins of pages that may call the API from a browser; `*` for any. */
    corsOrigins: readCorsOrigins(reader),
    maxHeaderBytes: reader.integer('MAX_HEADER_BYTES', { default: 16_384, min: 1_024 }),
    listenBacklog: reader.integer('LISTEN_BACKLOG', { default: 4_096, min: 1, max: 65_535 }),
    requestTimeoutMs: reader.integer('REQUEST_TIMEOUT_MS', { default: 30_000, min: 100 }),
    headersTimeoutMs: reader.integer('HEADERS_TIMEOUT_MS', { default: 10_000, min: 100 }),
    keepAliveTimeoutMs: reader.integer('KEEP_ALIVE_TIMEOUT_MS', { default: 65_000, min: 0 }),
    drainMs: reader.integer('DRAIN_MS', { default: 2_000, min: 0 }),
    publicRequestsAtOnce: reader.integer('PUBLIC_REQUESTS_AT_ONCE', { default: 4, min: 1 }),
    maxWaitingRequestsPerAddress: reader.integer('MAX_WAITING_REQUESTS_PER_ADDRESS', { default: 50, min: 1 }),
    otherRequestsAtOnce: reader.integer('OTHER_REQUESTS_AT_ONCE', { default: 4, min: 1 }),
    maxWaitingRequestsPerOrganization: reader.integer('MAX_WAITING_REQUESTS_PER_ORGANIZATION', {
      default: 200,
      min: 1,
    }),
  };
}

function readBodiesConfig(reader: EnvReader) {
  return {
    maxBodyBytes: reader.integer('MAX_BODY_BYTES', { default: 1_048_576, min: 1_024 }),
    maxPublicBodyBytes: reader.integer('MAX_PUBLIC_BODY_BYTES', { default: 8_192, min: 1_024 }),
    maxFormFields: reader.integer('MAX_FORM_FIELDS', { default: 10_000, min: 1 }),
    maxLargeBodyBytesInHand: reader.integer('MAX_LARGE_BODY_BYTES', { default: 16_777_216, min: 65_536 }),
    bodyProgressIntervalMs: reader.integer('BODY_PROGRESS_INTERVAL_MS', { default: 5_000, min: 1_000 }),
    bodyProgressMinBytes: reader.integer('BODY_PROGRESS_MIN_BYTES', { default: 1_024, min: 0 }),
  };
}

function readAnswersConfig(reader: EnvReader) {
  return {
    answerTimeoutMs: reader.integer('ANSWER_TIMEOUT_MS', { default: 4_500, min: 100 }),
    bulkStartTimeoutMs: reader.integer('BULK_START_TIMEOUT_MS', { default: 120_000, min: 0 }),
    pageCacheBytes: reader.integer('PAGE_CACHE_BYTES', { default: 33_554_432, min: 65_536 }),
    maxUnsentBytes: reader.integer('MAX_UNSENT_BYTES', { default: 134_217_728, min: 1_024 }),
    maxUnsentBytesPerOrganization: reader.integer('MAX_UNSENT_BYTES_PER_ORGANIZATION', {
      default: 67_108_864,
      min: 1_024,
    }),
    maxUnsentBytesPerConnection: reader.integer('MAX_UNSENT_BYTES_PER_CONNECTION', {
      default: 33_554_432,
      min: 1_024,
    }),
    unsentTimeoutMs: reader.integer('UNSENT_TIMEOUT_MS', { default: 30_000, min: 1_000 }),
  };
}

function readCorsOrigins(reader: EnvReader): string[] {
  const origins = reader.list('CORS_ORIGINS', []);
  if (origins.some((origin) => origin !== '*' && URL.parse(origin)?.origin !== origin))
    reader.problem('CORS_ORIGINS', 'must list origins such as https://app.example.com, or *');
  return origins;
}
