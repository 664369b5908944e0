import { readEnv, readServiceConfig, type Env, type EnvReader, type ServiceConfig } from '@workflow/service-runtime';
import { DEFAULT_ORGANIZATION_LIMITS, type OrganizationLimits } from '@workflow/session-store';
import { readAuthConfig, type AuthConfig } from './accounts/auth-config.ts';

/** Everything that can be set, with times in milliseconds and sizes in bytes (docs/environment.md). */
export interface IngressConfig extends ServiceConfig {
  host: string;
  port: number;
  /** 0: no metrics server. */
  metricsPort: number;
  publicUrl: string;
  publicWebhookUrl: string;
  acceptGatherMs: number;
  auth: AuthConfig;
  organizationLimits: OrganizationLimits;
  /** Opens `/v1/operator/*`; null: those paths do not exist. */
  operatorKey: string | null;
  /** Sessions that an executor runs at a time, used while no living executor reports its own number. */
  executorConcurrency: number;
  consoleDir: string;
  /** Of pages that may call the API from a browser; `*` for any. */
  corsOrigins: string[];
  maxBodyBytes: number;
  maxGatherBytes: number;
  maxFormFields: number;
  maxLargeBodyBytesInHand: number;
  maxPublicBodyBytes: number;
  publicRequestsPerSecond: number;
  bodyProgressIntervalMs: number;
  bodyProgressMinBytes: number;
  maxHeaderBytes: number;
  listenBacklog: number;
  maxPendingAccepts: number;
  maxPendingAcceptBytes: number;
  requestTimeoutMs: number;
  headersTimeoutMs: number;
  keepAliveTimeoutMs: number;
  answerTimeoutMs: number;
  executorAnswerTimeoutMs: number;
  changePollMs: number;
  cacheTrustMs: number;
  cacheEntries: number;
  cacheBytes: number;
  initialAdmissionQuota: number;
  /** Of an organization without a quota of its own; null: no limit. */
  runsPerMinute: number | null;
  runBurst: number | null;
  maxUnconfirmedJobs: number;
  otherRequestsAtOnce: number;
  maxWaitingRequestsPerOrganization: number;
  maxSessionWaits: number;
  maxSessionWaitsPerOrganization: number;
  maxEventStreams: number;
  maxEventStreamsPerOrganization: number;
  maxStreamEventBytes: number;
  maxUnsentBytes: number;
  maxUnsentBytesPerOrganization: number;
  unsentTimeoutMs: number;
  drainMs: number;
  shutdownDeadlineMs: number;
}

/** @throws ConfigError that names every variable that is wrong. */
export function readIngressConfig(env: Env): IngressConfig {
  const reader = readEnv(env);
  const port = reader.integer('PORT', { default: 3000, min: 0, max: 65_535 });
  const publicUrl = reader.url('PUBLIC_URL', { default: `http://localhost:${port}` });
  const config: IngressConfig = {
    ...readServiceConfig(reader),
    host: reader.string('HOST', { default: '::' }),
    port,
    metricsPort: reader.integer('METRICS_PORT', { default: 0, min: 0, max: 65_535 }),
    publicUrl,
    publicWebhookUrl: reader.url('PUBLIC_WEBHOOK_URL', { default: publicUrl }),
    acceptGatherMs: reader.integer('ACCEPT_GATHER_MS', { default: 2, min: 0, max: 100 }),
    auth: readAuthConfig(reader),
    organizationLimits: readOrganizationLimits(reader),
    operatorKey: readOperatorKey(reader),
    executorConcurrency: reader.integer('EXECUTOR_CONCURRENCY', { default: 100, min: 1, max: 10_000 }),
    consoleDir: reader.string('CONSOLE_DIR', {
      default: new URL('../../../packages/console/dist', import.meta.url).pathname,
    }),
    corsOrigins: readCorsOrigins(reader),
    maxBodyBytes: reader.integer('MAX_BODY_BYTES', { default: 1_048_576, min: 1_024 }),
    maxGatherBytes: reader.integer('MAX_GATHER_BYTES', { default: 2_097_152, min: 1_024 }),
    maxFormFields: reader.integer('MAX_FORM_FIELDS', { default: 10_000, min: 1 }),
    maxLargeBodyBytesInHand: reader.integer('MAX_LARGE_BODY_BYTES_IN_HAND', { default: 16_777_216, min: 65_536 }),
    maxPublicBodyBytes: reader.integer('MAX_PUBLIC_BODY_BYTES', { default: 8_192, min: 1_024 }),
    publicRequestsPerSecond: reader.integer('PUBLIC_REQUESTS_PER_SECOND', { default: 100, min: 1 }),
    bodyProgressIntervalMs: reader.integer('BODY_PROGRESS_INTERVAL_MS', { default: 5_000, min: 1_000 }),
    bodyProgressMinBytes: reader.integer('BODY_PROGRESS_MIN_BYTES', { default: 1_024, min: 0 }),
    maxHeaderBytes: reader.integer('MAX_HEADER_BYTES', { default: 16_384, min: 1_024 }),
    listenBacklog: reader.integer('LISTEN_BACKLOG', { default: 4_096, min: 1, max: 65_535 }),
    maxPendingAccepts: reader.integer('MAX_PENDING_ACCEPTS', { default: 10_000, min: 1 }),
    maxPendingAcceptBytes: reader.integer('MAX_PENDING_ACCEPT_BYTES', { default: 67_108_864, min: 1_024 }),
    requestTimeoutMs: reader.integer('REQUEST_TIMEOUT_MS', { default: 30_000, min: 100 }),
    headersTimeoutMs: reader.integer('HEADERS_TIMEOUT_MS', { default: 10_000, min: 100 }),
    keepAliveTimeoutMs: reader.integer('KEEP_ALIVE_TIMEOUT_MS', { default: 65_000, min: 0 }),
    executorAnswerTimeoutMs: reader.integer('EXECUTOR_ANSWER_TIMEOUT_MS', { default: 10_000, min: 2_000 }),
    answerTimeoutMs: reader.integer('ANSWER_TIMEOUT_MS', { default: 4_500, min: 100 }),
    changePollMs: reader.integer('CHANGE_POLL_MS', { default: 250, min: 10 }),
    cacheTrustMs: reader.integer('CACHE_TRUST_MS', { default: 1_000, min: 10 }),
    cacheBytes: reader.integer('CACHE_BYTES', { default: 33_554_432, min: 1_024 }),
    cacheEntries: reader.integer('CACHE_ENTRIES', { default: 10_000, min: 1 }),
    initialAdmissionQuota: reader.integer('INITIAL_ADMISSION_QUOTA', { default: 200, min: 0 }),
    runsPerMinute: reader.integer('RUNS_PER_MINUTE_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
    runBurst: reader.integer('RUN_BURST_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
    maxUnconfirmedJobs: reader.integer('QUEUE_MAX_UNCONFIRMED', { default: 5_000, min: 1 }),
    otherRequestsAtOnce: reader.integer('OTHER_REQUESTS_AT_ONCE', { default: 4, min: 1 }),
    maxWaitingRequestsPerOrganization: reader.integer('MAX_WAITING_REQUESTS_PER_ORGANIZATION', {
      default: 200,
      min: 1,
    }),
    maxSessionWaits: reader.integer('MAX_SESSION_WAITS', { default: 5_000, min: 0 }),
    maxSessionWaitsPerOrganization: reader.integer('MAX_SESSION_WAITS_PER_ORGANIZATION', { default: 2_500, min: 0 }),
    maxEventStreams: reader.integer('MAX_EVENT_STREAMS', { default: 1_000, min: 0 }),
    maxEventStreamsPerOrganization: reader.integer('MAX_EVENT_STREAMS_PER_ORGANIZATION', { default: 200, min: 0 }),
    maxStreamEventBytes: reader.integer('MAX_STREAM_EVENT_BYTES', { default: 1_048_576, min: 1_024 }),
    maxUnsentBytes: reader.integer('MAX_UNSENT_BYTES', { default: 134_217_728, min: 1_024 }),
    maxUnsentBytesPerOrganization: reader.integer('MAX_UNSENT_BYTES_PER_ORGANIZATION', {
      default: 67_108_864,
      min: 1_024,
    }),
    unsentTimeoutMs: reader.integer('UNSENT_TIMEOUT_MS', { default: 30_000, min: 1_000 }),
    drainMs: reader.integer('DRAIN_MS', { default: 2_000, min: 0 }),
    shutdownDeadlineMs: reader.integer('SHUTDOWN_DEADLINE_MS', { default: 15_000, min: 1_000 }),
  };
  refuseContradictions(reader, config);
  reader.finish();
  return config;
}

/** Settings that are valid alone but contradict each other. */
function refuseContradictions(reader: EnvReader, config: IngressConfig): void {
  const shorter = (name: string, value: number, than: string, limit: number, why: string): void => {
    if (value >= limit) reader.problem(name, `must be less than ${than}: ${why}`);
  };
  const { changePollMs, cacheTrustMs, drainMs, shutdownDeadlineMs, answerTimeoutMs, otherRequestsAtOnce } = config;
  shorter('CHANGE_POLL_MS', changePollMs, 'CACHE_TRUST_MS', cacheTrustMs, 'caches would never be trusted');
  shorter('DRAIN_MS', drainMs, 'SHUTDOWN_DEADLINE_MS', shutdownDeadlineMs, 'no time would be left for open requests');
  shorter(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    config.databaseStatementTimeoutMs,
    'ANSWER_TIMEOUT_MS',
    answerTimeoutMs,
    'runs that are committed after all would be answered 500',
  );
  shorter(
    'OTHER_REQUESTS_AT_ONCE',
    otherRequestsAtOnce,
    'DATABASE_POOL_SIZE',
    config.databasePoolSize,
    'reads would leave runs no connection',
  );
  if (config.headersTimeoutMs > config.requestTimeoutMs)
    reader.problem('HEADERS_TIMEOUT_MS', 'must not be more than REQUEST_TIMEOUT_MS: headers are part of the request');
  if (config.maxPublicBodyBytes > config.maxBodyBytes)
    reader.problem('MAX_PUBLIC_BODY_BYTES', 'must not be more than MAX_BODY_BYTES');
}

const MIN_OPERATOR_KEY_LENGTH = 32;

function readOrganizationLimits(reader: EnvReader): OrganizationLimits {
  const defaults = DEFAULT_ORGANIZATION_LIMITS;
  return {
    apiKeys: reader.integer('MAX_API_KEYS_PER_ORGANIZATION', { default: defaults.apiKeys, min: 1 }),
    eventHooks: reader.integer('MAX_EVENT_HOOKS_PER_ORGANIZATION', { default: defaults.eventHooks, min: 1 }),
    members: reader.integer('MAX_MEMBERS_PER_ORGANIZATION', { default: defaults.members, min: 1 }),
    runningOperations: reader.integer('MAX_RUNNING_OPERATIONS_PER_ORGANIZATION', {
      default: defaults.runningOperations,
      min: 1,
    }),
    credentials: reader.integer('MAX_CREDENTIALS_PER_ORGANIZATION', { default: defaults.credentials, min: 1 }),
    executorRequests: reader.integer('MAX_EXECUTOR_REQUESTS_PER_ORGANIZATION', {
      default: defaults.executorRequests,
      min: 1,
    }),
    secrets: reader.integer('MAX_SECRETS_PER_ORGANIZATION', { default: defaults.secrets, min: 1 }),
    throttles: reader.integer('MAX_THROTTLES_PER_ORGANIZATION', { default: defaults.throttles, min: 1 }),
    versions: reader.integer('MAX_VERSIONS_PER_WORKFLOW', { default: defaults.versions, min: 1 }),
    workflows: reader.integer('MAX_WORKFLOWS_PER_ORGANIZATION', { default: defaults.workflows, min: 1 }),
  };
}

function readOperatorKey(reader: EnvReader): string | null {
  const key = reader.string('OPERATOR_KEY', { default: null });
  if (key !== null && key.length < MIN_OPERATOR_KEY_LENGTH)
    reader.problem('OPERATOR_KEY', `must be at least ${MIN_OPERATOR_KEY_LENGTH} characters long`);
  return key;
}

function readCorsOrigins(reader: EnvReader): string[] {
  const origins = reader.list('CORS_ORIGINS', []);
  if (origins.some((origin) => origin !== '*' && URL.parse(origin)?.origin !== origin))
    reader.problem('CORS_ORIGINS', 'must list origins such as https://app.example.com, or *');
  return origins;
}
