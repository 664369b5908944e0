import { resolve } from 'node:path';
import { HOSTS_RULE, urlOfEachHost } from '@workflow/postgres-hosts';
import { parseBytes, type EnvReader } from './env-reader.ts';
import { readCollectionLimits, type CollectionLimitsConfig } from './collection-limits-config.ts';
import { readFilesConfig, type FilesConfig } from './files-config.ts';
import { LOG_LEVELS } from './logger.ts';
import { readRedisAddress } from './redis-address.ts';
import { readTracingConfig, type TracingConfig } from './tracing/tracing-config.ts';

/** Settings of both services, with the same names, defaults and limits (docs/environment.md). */
export interface ServiceConfig {
  logLevel: string;
  logPretty: boolean;
  databaseUrl: string;
  databasePoolSize: number;
  databaseStatementTimeoutMs: number;
  databaseTransactionTimeoutMs: number;
  databaseConnectTimeoutMs: number;
  /**
   * If false, statements have no names, for a pooler that cannot store them (PgBouncer before 1.21 in transaction
   * mode).
   */
  databaseNamedStatements: boolean;
  /** When it is null, the queue is in PostgreSQL. */
  redis: ReturnType<typeof readRedisAddress>;
  /** The database of a queue on PostgreSQL, without a pooler that shares connections between transactions. */
  queueDatabaseUrl: string;
  queueName: string;
  secretsKey: Uint8Array;
  /** Keys that decrypt older values while SECRETS_KEY is being changed. */
  previousSecretsKeys: Uint8Array[];
  executorDeadAfterMs: number;
  /** The CPU time of one turn of the event loop that ends the process. With 0 no turn does. */
  turnLimitMs: number;
  blockedTurns: {
    /** After this number of blocks within an hour, the sessions of the organization run one at a time. */
    aloneFrom: number;
    /** The pause before its next session starts then. */
    restMs: number;
    /** The time that a record of a blocked turn is stored. */
    retentionDays: number;
  };
  maxRunsPerSession: number;
  /** The folder of other people's component packages, or null when there are none. */
  componentsDir: string | null;
  files: FilesConfig;
  collectionLimits: CollectionLimitsConfig;
  /** When it is null, no traces are sent. */
  tracing: TracingConfig | null;
}

const SECRETS_KEY_BYTES = 32;
/** The rules of a variable that contains an address of PostgreSQL. */
export const POSTGRES_URL_RULES = {
  protocols: ['postgres', 'postgresql'],
  parts: urlOfEachHost,
  rule: HOSTS_RULE,
};

/** Reads the settings. `reader` collects the problems, and its `finish` throws them. */
export function readServiceConfig(reader: EnvReader): ServiceConfig {
  const databaseUrl = reader.url('DATABASE_URL', POSTGRES_URL_RULES);
  const databaseNamedStatements = reader.flag('DATABASE_NAMED_STATEMENTS', true);
  const redis = readRedisAddress(reader);
  const queueDatabaseUrl = reader.url('QUEUE_DATABASE_URL', { default: null, ...POSTGRES_URL_RULES });
  if (!databaseNamedStatements && redis === null && queueDatabaseUrl === null) {
    reader.problem(
      'QUEUE_DATABASE_URL',
      'is required with DATABASE_NAMED_STATEMENTS=false and without Redis: the queue needs its own connections',
    );
  }
  const databaseStatementTimeoutMs = reader.integer('DATABASE_STATEMENT_TIMEOUT_MS', { default: 4_000, min: 100 });
  // It must be longer than one heartbeat (every 2 s), or live executors would count as dead.
  const executorDeadAfterMs = reader.integer('EXECUTOR_DEAD_AFTER_MS', { default: 10_000, min: 3_000 });
  if (databaseStatementTimeoutMs >= executorDeadAfterMs)
    reader.warn(
      'EXECUTOR_DEAD_AFTER_MS',
      'is not longer than DATABASE_STATEMENT_TIMEOUT_MS: an executor whose heartbeat waits counts as dead',
    );
  return {
    logLevel: reader.string('LOG_LEVEL', { default: 'info', oneOf: LOG_LEVELS }),
    logPretty: reader.flag('LOG_PRETTY', false),
    databaseUrl,
    databaseNamedStatements,
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', { default: 10, min: 2, max: 500 }),
    databaseStatementTimeoutMs,
    databaseConnectTimeoutMs: reader.integer('DATABASE_CONNECT_TIMEOUT_MS', { default: 3_000, min: 100 }),
    databaseTransactionTimeoutMs: reader.integer('DATABASE_TRANSACTION_TIMEOUT_MS', { default: 15_000, min: 100 }),
    redis,
    queueDatabaseUrl: queueDatabaseUrl ?? databaseUrl,
    queueName: reader.string('QUEUE_NAME', { default: 'sessions' }),
    secretsKey: reader.bytes('SECRETS_KEY', { length: SECRETS_KEY_BYTES }),
    previousSecretsKeys: readPreviousKeys(reader),
    executorDeadAfterMs,
    turnLimitMs: reader.integer('TURN_LIMIT_MS', { default: 5_000, min: 0, max: 600_000 }),
    blockedTurns: {
      aloneFrom: reader.integer('BLOCKED_TURNS_UNTIL_ALONE', { default: 3, min: 1, max: 1_000_000 }),
      restMs: reader.integer('BLOCKED_TURN_REST_MS', { default: 30_000, min: 0, max: 3_600_000 }),
      retentionDays: reader.integer('BLOCKED_TURN_RETENTION_DAYS', { default: 7, min: 1, max: 3_650 }),
    },
    maxRunsPerSession: reader.integer('MAX_RUNS_PER_SESSION', { default: 100, min: 1, max: 100_000 }),
    componentsDir: readFolder(reader, 'COMPONENTS_DIR'),
    files: readFilesConfig(reader),
    collectionLimits: readCollectionLimits(reader),
    tracing: readTracingConfig(reader),
  };
}

/** Returns an absolute folder. A relative path begins in the working folder of this process. */
function readFolder(reader: EnvReader, name: string): string | null {
  const path = reader.string(name, { default: null });
  return path === null ? null : resolve(path);
}

function readPreviousKeys(reader: EnvReader): Uint8Array[] {
  const keys = reader.list('SECRETS_KEY_PREVIOUS', []).map((text) => parseBytes(text, SECRETS_KEY_BYTES));
  const usable = keys.filter((key) => key !== undefined);
  if (usable.length < keys.length)
    reader.problem('SECRETS_KEY_PREVIOUS', `must list keys of ${SECRETS_KEY_BYTES} bytes in base64 or hex`);
  return usable;
}

/** Returns the options of the session store that both services share. */
export function storeOptionsOf(config: ServiceConfig) {
  return {
    databaseUrl: config.databaseUrl,
    namedStatements: config.databaseNamedStatements,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    // It is shorter than the limit of a statement. A wait for a lock then fails as such: nothing was written, and the
    // statement is tried again.
    lockTimeoutMs: Math.ceil(config.databaseStatementTimeoutMs / 2),
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    transactionTimeoutMs: config.databaseTransactionTimeoutMs,
    secretsKey: config.secretsKey,
    previousSecretsKeys: config.previousSecretsKeys,
    executorDeadAfterMs: config.executorDeadAfterMs,
    blockRules: config.blockedTurns,
    maxRuns: config.maxRunsPerSession,
    collectionLimits: config.collectionLimits,
  };
}
