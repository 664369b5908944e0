import { readCarriedStarts, readEnv, readServiceConfig, type Env, type EnvReader } from '@workflow/service-runtime';
import { hostname } from 'node:os';
import { DEFAULT_POOL, isPoolName } from '@workflow/workflow-model';
import { readExportConfig } from './export/export-config.ts';
import { readAllowedList } from '@workflow/outbound';

/** The settings of an executor (docs/environment.md). Times are in milliseconds, sizes in bytes. */
export type ExecutorConfig = ReturnType<typeof readExecutorConfig>;

const MIB = 1024 * 1024;

/**
 * Reads the environment.
 * @throws ConfigError, which names every invalid variable
 */
export function readExecutorConfig(env: Env) {
  const reader = readEnv(env);
  const port = reader.integer('PORT', { default: 3_000, min: 0, max: 65_535 });
  const publicUrl = reader.url('PUBLIC_URL', { default: `http://localhost:${port}` });
  const config = {
    ...readServiceConfig(reader),
    // Several executors may share a machine.
    host: `${hostname()}:${process.pid}`,
    /** The URL at which people and other systems reach ingress. The URLs of questions begin with it. */
    publicUrl,
    publicWebhookUrl: reader.url('PUBLIC_WEBHOOK_URL', { default: publicUrl }),
    queueDatabasePoolSize: reader.integer('QUEUE_DATABASE_POOL_SIZE', { default: 10, min: 1, max: 500 }),
    /** The executor pool. This executor runs only sessions of this pool. */
    pool: readPool(reader),
    concurrency: reader.integer('EXECUTOR_CONCURRENCY', { default: 100, min: 1, max: 10_000 }),
    requestConcurrency: reader.integer('EXECUTOR_REQUEST_CONCURRENCY', { default: 8, min: 1, max: 1_000 }),
    /** The port of the metrics server; 0 for none. */
    metricsPort: reader.integer('EXECUTOR_METRICS_PORT', { default: 9465, min: 0, max: 65_535 }),
    maxRssBytes: reader.integer('EXECUTOR_MAX_RSS_MB', { default: 2_048, min: 128 }) * MIB,
    /** Maximum size of a file that a component reads into memory. */
    maxFileInMemoryBytes: reader.integer('MAX_FILE_IN_MEMORY_BYTES', {
      default: 10 * MIB,
      min: 1_024,
      max: 256 * MIB,
    }),
    shutdownDeadlineMs: reader.integer('SHUTDOWN_DEADLINE_MS', { default: 20_000, min: 1_000 }),
    dispatcher: readDispatcherConfig(reader),
    retention: {
      days: reader.integer('RETENTION_DAYS', { default: 30, min: 1, max: 3_650 }),
      /** Null if ended sessions are deleted without an export. */
      exportTo: readExportConfig(reader),
    },
    sessions: readSessionsConfig(reader),
    sandbox: readSandboxConfig(reader),
    dataProcesses: readDataProcessesConfig(reader),
    http: readHttpConfig(reader),
    components: readComponentsConfig(reader),
    databases: readDatabasesConfig(reader),
    polls: readPollsConfig(reader),
    /** The timeout of a request to an authorization server. */
    oauthTimeoutMs: reader.integer('OAUTH_TIMEOUT_MS', { default: 10_000, min: 100, max: 60_000 }),
  };
  reader.finish();
  return config;
}

function readPool(reader: EnvReader): string {
  const pool = reader.string('EXECUTOR_POOL', { default: DEFAULT_POOL });
  if (!isPoolName(pool))
    reader.problem(
      'EXECUTOR_POOL',
      'must be 1 to 40 lowercase letters, digits and hyphens, and must not begin with a hyphen',
    );
  return pool;
}

function readDispatcherConfig(reader: EnvReader) {
  return {
    maxInFlight: reader.integer('DISPATCHER_MAX_IN_FLIGHT', { default: 5_000, min: 100, max: 100_000 }),
    minInFlightPerOrganization: reader.integer('DISPATCHER_MIN_IN_FLIGHT_PER_ORGANIZATION', { default: 20, min: 1 }),
    ...readCarriedStarts(reader),
  };
}

function readSessionsConfig(reader: EnvReader) {
  return {
    maxDescendants: reader.integer('MAX_DESCENDANTS', { default: 100_000, min: 1, max: 10_000_000 }),
    maxConversationBytes: reader.integer('AGENT_MAX_CONVERSATION_BYTES', {
      default: 4 * MIB,
      min: 65_536,
      max: 64 * MIB,
    }),
    maxStepOutputBytes: reader.integer('STEP_MAX_OUTPUT_BYTES', { default: 10 * MIB, min: 1_024, max: 64 * MIB }),
    maxResultBytes: reader.integer('SESSION_MAX_RESULT_MB', { default: 64, min: 1, max: 65_536 }) * MIB,
    maxResultBytesPerOrganization:
      reader.integer('ORGANIZATION_MAX_RESULT_MB', { default: 512, min: 1, max: 65_536 }) * MIB,
    deadlineMs: reader.integer('SESSION_DEADLINE_MS', { default: 24 * 60 * 60 * 1_000, min: 1_000 }),
    claimAfterMs: reader.integer('CLAIM_AFTER_MS', { default: 25, min: 1, max: 10_000 }),
    longBackoffMs: reader.integer('STEP_LONG_BACKOFF_MS', { default: 5_000, min: 0 }),
    workflowCacheEntries: reader.integer('WORKFLOW_CACHE_ENTRIES', { default: 1_000, min: 1 }),
    workflowCacheBytes: reader.integer('WORKFLOW_CACHE_BYTES', { default: 33_554_432, min: 1_024 }),
  };
}

function readSandboxConfig(reader: EnvReader) {
  return {
    expressionTimeoutMs: reader.integer('EXPRESSION_SANDBOX_TIMEOUT_MS', { default: 2_000, min: 1 }),
    processes: reader.integer('SANDBOX_PROCESSES', { default: 2, min: 1, max: 256 }),
    maxQueued: reader.integer('SANDBOX_MAX_QUEUED', { default: 1_000, min: 1 }),
    maxWaitMs: reader.integer('SANDBOX_MAX_WAIT_MS', { default: 120_000, min: 100 }),
    heapMegabytes: reader.integer('SANDBOX_HEAP_MB', { default: 64, min: 16 }),
  };
}

/** Reads the settings of the processes that run data jobs. */
function readDataProcessesConfig(reader: EnvReader) {
  return {
    processes: reader.integer('DATA_PROCESSES', { default: 2, min: 1, max: 256 }),
    heapMegabytes: reader.integer('DATA_HEAP_MB', { default: 256, min: 32, max: 4_096 }),
  };
}

/** Reads the settings of the processes that run the code of packages, and of their calls. */
function readComponentsConfig(reader: EnvReader) {
  return {
    processes: reader.integer('COMPONENT_PROCESSES', { default: 8, min: 1, max: 256 }),
    /** Maximum resident memory of each process. */
    maxMemoryBytes: reader.integer('COMPONENT_MEMORY_MB', { default: 256, min: 96, max: 16_384 }) * MIB,
    /** Maximum bytes of all connections of one call, in both directions. */
    maxNetworkBytes: reader.integer('COMPONENT_MAX_NETWORK_MB', { default: 100, min: 1, max: 65_536 }) * MIB,
    maxQueued: reader.integer('COMPONENT_MAX_QUEUED', { default: 1_000, min: 1 }),
    maxWaitMs: reader.integer('COMPONENT_MAX_WAIT_MS', { default: 120_000, min: 100 }),
  };
}

/** Reads the limits of one poll of a trigger. */
function readPollsConfig(reader: EnvReader) {
  return {
    maxItems: reader.integer('POLL_MAX_ITEMS', { default: 50, min: 1, max: 100 }),
    maxItemBytes: reader.integer('POLL_MAX_ITEM_BYTES', { default: 15 * MIB, min: 65_536, max: 64 * MIB }),
    maxItemFiles: reader.integer('POLL_MAX_ITEM_FILES', { default: 50, min: 0, max: 1_000 }),
    timeoutMs: reader.integer('POLL_TIMEOUT_MS', { default: 60_000, min: 1_000, max: 600_000 }),
    /** The pauses after consecutive failures. */
    backoff: {
      factor: reader.integer('POLL_BACKOFF_FACTOR', { default: 2, min: 1, max: 10 }),
      maxMs: reader.integer('POLL_MAX_BACKOFF_MS', { default: 900_000, min: 1_000, max: 86_400_000 }),
    },
  };
}

/** Reads the limits of connections to databases of workflows. */
function readDatabasesConfig(reader: EnvReader) {
  return {
    maxConnections: reader.integer('CREDENTIAL_DATABASE_CONNECTIONS', { default: 4, min: 1, max: 100 }),
    idleMs: reader.integer('CREDENTIAL_DATABASE_IDLE_MS', { default: 30_000, min: 10, max: 3_600_000 }),
    /** The limit for all credentials together. */
    maxIdle: reader.integer('CREDENTIAL_DATABASE_MAX_IDLE', { default: 100, min: 0, max: 10_000 }),
  };
}

/** Reads the settings of requests to other servers: calls of components, tests of credentials, events. */
function readHttpConfig(reader: EnvReader) {
  return {
    allowed: readAllowedList(reader.list('HTTP_ALLOWED_ADDRESSES', []), (rule) =>
      reader.problem('HTTP_ALLOWED_ADDRESSES', rule),
    ),
    connectTimeoutMs: reader.integer('HTTP_CONNECT_TIMEOUT_MS', { default: 5_000, min: 1 }),
    maxResponseBytes: reader.integer('HTTP_MAX_RESPONSE_BYTES', { default: MIB, min: 1_024 }),
    maxRedirects: reader.integer('HTTP_MAX_REDIRECTS', { default: 5, min: 0, max: 50 }),
  };
}
