import { readEnv, readServiceConfig, type Env, type EnvReader, type ServiceConfig } from '@workflow/service-runtime';
import { hostname } from 'node:os';
import { readExportConfig, type ExportConfig } from './export/export-config.ts';
import { readAllowedAddresses, type AllowedAddresses } from '@workflow/guarded-http';

/** The settings of an executor (docs/environment.md). Times in milliseconds. */
export interface ExecutorConfig extends ServiceConfig {
  host: string;
  queueDatabasePoolSize: number;
  concurrency: number;
  /** 0: no metrics server. */
  metricsPort: number;
  maxRssBytes: number;
  maxInFlight: number;
  minInFlightPerOrganization: number;
  retentionDays: number;
  /** null: ended sessions are deleted and not exported. */
  exportTo: ExportConfig | null;
  shutdownDeadlineMs: number;
  maxDescendants: number;
  maxStepOutputBytes: number;
  sessionMaxResultBytes: number;
  organizationMaxResultBytes: number;
  sessionDeadlineMs: number;
  longBackoffMs: number;
  workflowCacheEntries: number;
  workflowCacheBytes: number;
  sandboxedExpressionTimeoutMs: number;
  sandboxProcesses: number;
  sandboxMaxQueued: number;
  sandboxMaxWaitMs: number;
  sandboxHeapMb: number;
  httpAllowedAddresses: AllowedAddresses;
  httpConnectTimeoutMs: number;
  httpMaxResponseBytes: number;
  httpMaxRedirects: number;
  requestConcurrency: number;
}

const MIB = 1024 * 1024;

/** Reads the environment. @throws ConfigError that names every variable that is wrong. */
export function readExecutorConfig(env: Env): ExecutorConfig {
  const reader = readEnv(env);
  const config: ExecutorConfig = {
    ...readServiceConfig(reader),
    // Several executors may share a machine.
    host: `${hostname()}:${process.pid}`,
    queueDatabasePoolSize: reader.integer('QUEUE_DATABASE_POOL_SIZE', { default: 10, min: 1, max: 500 }),
    concurrency: reader.integer('EXECUTOR_CONCURRENCY', { default: 100, min: 1, max: 10_000 }),
    metricsPort: reader.integer('EXECUTOR_METRICS_PORT', { default: 9465, min: 0, max: 65_535 }),
    maxRssBytes: reader.integer('EXECUTOR_MAX_RSS_MB', { default: 2_048, min: 128 }) * MIB,
    maxInFlight: reader.integer('DISPATCHER_MAX_IN_FLIGHT', { default: 5_000, min: 100, max: 100_000 }),
    minInFlightPerOrganization: reader.integer('DISPATCHER_MIN_IN_FLIGHT_PER_ORGANIZATION', { default: 20, min: 1 }),
    retentionDays: reader.integer('RETENTION_DAYS', { default: 30, min: 1, max: 3_650 }),
    exportTo: readExportConfig(reader),
    shutdownDeadlineMs: reader.integer('SHUTDOWN_DEADLINE_MS', { default: 20_000, min: 1_000 }),
    maxDescendants: reader.integer('MAX_DESCENDANTS', { default: 100_000, min: 1, max: 10_000_000 }),
    maxStepOutputBytes: reader.integer('STEP_MAX_OUTPUT_BYTES', { default: 9 * MIB, min: 1_024, max: 64 * MIB }),
    sessionMaxResultBytes: reader.integer('SESSION_MAX_RESULT_MB', { default: 64, min: 1, max: 65_536 }) * MIB,
    organizationMaxResultBytes:
      reader.integer('ORGANIZATION_MAX_RESULT_MB', { default: 512, min: 1, max: 65_536 }) * MIB,
    sessionDeadlineMs: reader.integer('SESSION_DEADLINE_MS', { default: 24 * 60 * 60 * 1_000, min: 1_000 }),
    longBackoffMs: reader.integer('STEP_LONG_BACKOFF_MS', { default: 5_000, min: 0 }),
    workflowCacheEntries: reader.integer('WORKFLOW_CACHE_ENTRIES', { default: 1_000, min: 1 }),
    workflowCacheBytes: reader.integer('WORKFLOW_CACHE_BYTES', { default: 33_554_432, min: 1_024 }),
    sandboxedExpressionTimeoutMs: reader.integer('EXPRESSION_SANDBOX_TIMEOUT_MS', { default: 2_000, min: 1 }),
    sandboxProcesses: reader.integer('SANDBOX_PROCESSES', { default: 2, min: 1, max: 256 }),
    sandboxMaxQueued: reader.integer('SANDBOX_MAX_QUEUED', { default: 1_000, min: 1 }),
    sandboxMaxWaitMs: reader.integer('SANDBOX_MAX_WAIT_MS', { default: 120_000, min: 100 }),
    sandboxHeapMb: reader.integer('SANDBOX_HEAP_MB', { default: 64, min: 16 }),
    httpAllowedAddresses: readAllowed(reader),
    httpConnectTimeoutMs: reader.integer('HTTP_CONNECT_TIMEOUT_MS', { default: 5_000, min: 1 }),
    httpMaxResponseBytes: reader.integer('HTTP_MAX_RESPONSE_BYTES', { default: MIB, min: 1_024 }),
    requestConcurrency: reader.integer('EXECUTOR_REQUEST_CONCURRENCY', { default: 8, min: 1, max: 1_000 }),
    httpMaxRedirects: reader.integer('HTTP_MAX_REDIRECTS', { default: 5, min: 0, max: 50 }),
  };
  reader.finish();
  return config;
}

function readAllowed(reader: EnvReader): AllowedAddresses {
  try {
    return readAllowedAddresses(reader.list('HTTP_ALLOWED_ADDRESSES', []));
  } catch (error) {
    reader.problem(
      'HTTP_ALLOWED_ADDRESSES',
      `must list host names, addresses or CIDR ranges: ${(error as Error).message}`,
    );
    return readAllowedAddresses([]);
  }
}
