import { LOG_LEVELS, readEnv, type Env, type EnvReader } from '@workflow/service-runtime';
import { SESSION_QUEUE_NAME } from '@workflow/session-queue';
import { hostname } from 'node:os';
import { readAllowedAddresses, type AllowedAddresses } from './components/http/address-policy.ts';

/** What an executor is started with (docs/environment.md). Times in milliseconds. */
export interface ExecutorConfig {
  host: string;
  logLevel: string;
  logPretty: boolean;
  databaseUrl: string;
  databasePoolSize: number;
  databaseStatementTimeoutMs: number;
  databaseConnectTimeoutMs: number;
  redisUrl: string | null;
  queueName: string;
  queueDatabasePoolSize: number;
  secretsKey: Uint8Array;
  concurrency: number;
  executorDeadAfterMs: number;
  /** 0: no metrics server. */
  metricsPort: number;
  maxRssBytes: number;
  maxWindow: number;
  minOrganizationWindow: number;
  retentionDays: number;
  shutdownDeadlineMs: number;
  maxStepOutputBytes: number;
  sessionDeadlineMs: number;
  longBackoffMs: number;
  workflowCacheEntries: number;
  sandboxedExpressionTimeoutMs: number;
  sandboxProcesses: number;
  sandboxMaxQueued: number;
  sandboxHeapMb: number;
  httpAllowedAddresses: AllowedAddresses;
  httpConnectTimeoutMs: number;
  httpMaxResponseBytes: number;
  httpMaxRedirects: number;
}

const MIB = 1024 * 1024;

/** Reads the environment. @throws ConfigError that names every variable that is wrong. */
export function readExecutorConfig(env: Env): ExecutorConfig {
  const read = readEnv(env);
  const config: ExecutorConfig = {
    // Several executors may share a machine.
    host: `${hostname()}:${process.pid}`,
    logLevel: read.string('LOG_LEVEL', { default: 'info', oneOf: LOG_LEVELS }),
    logPretty: read.flag('LOG_PRETTY', false),
    databaseUrl: read.url('DATABASE_URL', { protocols: ['postgres', 'postgresql'] }),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', { default: 10, min: 2, max: 500 }),
    databaseStatementTimeoutMs: read.integer('DATABASE_STATEMENT_TIMEOUT_MS', { default: 4_000, min: 100 }),
    databaseConnectTimeoutMs: read.integer('DATABASE_CONNECT_TIMEOUT_MS', { default: 3_000, min: 100 }),
    redisUrl: read.url('REDIS_URL', { default: null, protocols: ['redis', 'rediss'] }),
    queueName: read.string('QUEUE_NAME', { default: SESSION_QUEUE_NAME }),
    queueDatabasePoolSize: read.integer('QUEUE_DATABASE_POOL_SIZE', { default: 10, min: 1, max: 500 }),
    secretsKey: read.bytes('SECRETS_KEY', { length: 32 }),
    concurrency: read.integer('EXECUTOR_CONCURRENCY', { default: 100, min: 1, max: 10_000 }),
    executorDeadAfterMs: read.integer('EXECUTOR_DEAD_AFTER_MS', { default: 10_000, min: 3_000 }),
    metricsPort: read.integer('EXECUTOR_METRICS_PORT', { default: 9465, min: 0, max: 65_535 }),
    maxRssBytes: read.integer('EXECUTOR_MAX_RSS_MB', { default: 2_048, min: 128 }) * MIB,
    maxWindow: read.integer('DISPATCH_MAX_WINDOW', { default: 5_000, min: 100, max: 100_000 }),
    minOrganizationWindow: read.integer('DISPATCH_MIN_ORGANIZATION_WINDOW', { default: 20, min: 1 }),
    retentionDays: read.integer('RETENTION_DAYS', { default: 30, min: 1, max: 3_650 }),
    shutdownDeadlineMs: read.integer('SHUTDOWN_DEADLINE_MS', { default: 20_000, min: 1_000 }),
    maxStepOutputBytes: read.integer('STEP_MAX_OUTPUT_BYTES', { default: MIB, min: 1_024, max: 64 * MIB }),
    sessionDeadlineMs: read.integer('SESSION_DEADLINE_MS', { default: 24 * 60 * 60 * 1_000, min: 1_000 }),
    longBackoffMs: read.integer('STEP_LONG_BACKOFF_MS', { default: 5_000, min: 0 }),
    workflowCacheEntries: read.integer('WORKFLOW_CACHE_ENTRIES', { default: 1_000, min: 1 }),
    sandboxedExpressionTimeoutMs: read.integer('EXPRESSION_SANDBOX_TIMEOUT_MS', { default: 2_000, min: 1 }),
    sandboxProcesses: read.integer('SANDBOX_PROCESSES', { default: 2, min: 1, max: 256 }),
    sandboxMaxQueued: read.integer('SANDBOX_MAX_QUEUED', { default: 1_000, min: 1 }),
    sandboxHeapMb: read.integer('SANDBOX_HEAP_MB', { default: 64, min: 16 }),
    httpAllowedAddresses: readAllowed(read),
    httpConnectTimeoutMs: read.integer('HTTP_CONNECT_TIMEOUT_MS', { default: 5_000, min: 1 }),
    httpMaxResponseBytes: read.integer('HTTP_MAX_RESPONSE_BYTES', { default: MIB, min: 1_024 }),
    httpMaxRedirects: read.integer('HTTP_MAX_REDIRECTS', { default: 5, min: 0, max: 50 }),
  };
  read.finish();
  return config;
}

function readAllowed(read: EnvReader): AllowedAddresses {
  try {
    return readAllowedAddresses(read.list('HTTP_ALLOWED_ADDRESSES', []));
  } catch (error) {
    read.problem('HTTP_ALLOWED_ADDRESSES', `must list host names, addresses or CIDR ranges: ${(error as Error).message}`);
    return readAllowedAddresses([]);
  }
}
