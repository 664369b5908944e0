import { readEnv, type Env } from '@workflow/service-runtime';
import { readAuthConfig, type AuthConfig } from './auth/auth-config.ts';

/** Everything that can be set, with times in milliseconds and sizes in bytes (docs/environment.md). */
export interface IngressConfig {
  host: string;
  port: number;
  metricsPort: number | null;
  publicUrl: string;
  publicWebhookUrl: string;
  databaseUrl: string;
  databasePoolSize: number;
  databaseStatementTimeoutMs: number;
  databaseConnectTimeoutMs: number;
  acceptGatherMs: number;
  redisUrl: string | null;
  queueName: string;
  secretsKey: Uint8Array;
  auth: AuthConfig;
  executorDeadAfterMs: number;
  logLevel: string;
  logPretty: boolean;
  consoleDir: string;
  maxBodyBytes: number;
  maxLargeBodyBytesInHand: number;
  maxHeaderBytes: number;
  maxPendingAccepts: number;
  maxPendingAcceptBytes: number;
  requestTimeoutMs: number;
  headersTimeoutMs: number;
  keepAliveTimeoutMs: number;
  answerTimeoutMs: number;
  changePollMs: number;
  cacheTrustMs: number;
  cacheEntries: number;
  initialCredit: number;
  maxUnconfirmedJobs: number;
  maxSessionWaits: number;
  maxEventStreams: number;
  maxEventStreamsPerOrganization: number;
  drainMs: number;
  shutdownDeadlineMs: number;
}

/** @throws ConfigError that names every variable that is wrong. */
export function readConfig(env: Env): IngressConfig {
  const reader = readEnv(env);
  const port = reader.integer('PORT', { default: 3000, min: 0, max: 65_535 });
  const publicUrl = reader.url('PUBLIC_URL', { default: `http://localhost:${port}` });
  const metricsPort = reader.integer('METRICS_PORT', { default: -1, min: 0, max: 65_535 });
  const config: IngressConfig = {
    host: reader.string('HOST', { default: '::' }),
    port,
    metricsPort: metricsPort === -1 ? null : metricsPort,
    publicUrl,
    publicWebhookUrl: reader.url('PUBLIC_WEBHOOK_URL', { default: publicUrl }),
    databaseUrl: reader.url('DATABASE_URL', { protocols: ['postgres', 'postgresql'] }),
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', { default: 10, min: 2, max: 500 }),
    databaseStatementTimeoutMs: reader.integer('DATABASE_STATEMENT_TIMEOUT_MS', { default: 4_000, min: 100 }),
    databaseConnectTimeoutMs: reader.integer('DATABASE_CONNECT_TIMEOUT_MS', { default: 3_000, min: 100 }),
    acceptGatherMs: reader.integer('ACCEPT_GATHER_MS', { default: 2, min: 0, max: 100 }),
    redisUrl: reader.url('REDIS_URL', { default: null, protocols: ['redis', 'rediss'] }),
    queueName: reader.string('QUEUE_NAME', { default: 'sessions' }),
    secretsKey: reader.bytes('SECRETS_KEY', { length: 32 }),
    auth: readAuthConfig(reader),
    executorDeadAfterMs: reader.integer('EXECUTOR_DEAD_AFTER_MS', { default: 10_000, min: 1_000 }),
    logLevel: reader.string('LOG_LEVEL', { default: 'info' }),
    logPretty: reader.flag('LOG_PRETTY', false),
    consoleDir: reader.string('CONSOLE_DIR', { default: new URL('../../../packages/console/dist', import.meta.url).pathname }),
    maxBodyBytes: reader.integer('MAX_BODY_BYTES', { default: 1_048_576, min: 1_024 }),
    maxLargeBodyBytesInHand: reader.integer('MAX_LARGE_BODY_BYTES_IN_HAND', { default: 16_777_216, min: 65_536 }),
    maxHeaderBytes: reader.integer('MAX_HEADER_BYTES', { default: 16_384, min: 1_024 }),
    maxPendingAccepts: reader.integer('MAX_PENDING_ACCEPTS', { default: 10_000, min: 1 }),
    maxPendingAcceptBytes: reader.integer('MAX_PENDING_ACCEPT_BYTES', { default: 67_108_864, min: 1_024 }),
    requestTimeoutMs: reader.integer('REQUEST_TIMEOUT_MS', { default: 30_000, min: 100 }),
    headersTimeoutMs: reader.integer('HEADERS_TIMEOUT_MS', { default: 10_000, min: 100 }),
    keepAliveTimeoutMs: reader.integer('KEEP_ALIVE_TIMEOUT_MS', { default: 65_000, min: 0 }),
    answerTimeoutMs: reader.integer('ANSWER_TIMEOUT_MS', { default: 4_500, min: 100 }),
    changePollMs: reader.integer('CHANGE_POLL_MS', { default: 250, min: 10 }),
    cacheTrustMs: reader.integer('CACHE_TRUST_MS', { default: 1_000, min: 10 }),
    cacheEntries: reader.integer('CACHE_ENTRIES', { default: 10_000, min: 1 }),
    initialCredit: reader.integer('QUEUE_INITIAL_CREDIT', { default: 200, min: 0 }),
    maxUnconfirmedJobs: reader.integer('QUEUE_MAX_UNCONFIRMED', { default: 5_000, min: 1 }),
    maxSessionWaits: reader.integer('MAX_SESSION_WAITS', { default: 5_000, min: 0 }),
    maxEventStreams: reader.integer('MAX_EVENT_STREAMS', { default: 1_000, min: 0 }),
    maxEventStreamsPerOrganization: reader.integer('MAX_EVENT_STREAMS_PER_ORGANIZATION', { default: 200, min: 0 }),
    drainMs: reader.integer('DRAIN_MS', { default: 2_000, min: 0 }),
    shutdownDeadlineMs: reader.integer('SHUTDOWN_DEADLINE_MS', { default: 15_000, min: 1_000 }),
  };
  reader.finish();
  return config;
}
