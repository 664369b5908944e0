import { readEnv, readServiceConfig, type Env, type EnvReader, type ServiceConfig } from '@workflow/service-runtime';
import type { OrganizationLimits } from '@workflow/session-store';
import { readAuthConfig, type AuthConfig } from './accounts/auth-config.ts';
import { readOAuthServerConfig, type OAuthServerConfig } from './accounts/library/oauth/oauth-server-config.ts';
import { readCachesConfig, type CachesConfig } from './caches/caches-config.ts';
import { readOAuthConfig, type OAuthConfig } from './credentials/oauth-config.ts';
import { readHttpConfig, type HttpConfig } from './http/http-config.ts';
import { readIntakeConfig, type IntakeConfig } from './intake/intake-config.ts';
import { readLimitsConfig, type LimitsConfig } from './limits/limits-config.ts';
import { readMcpConfig, type McpConfig } from './mcp/mcp-config.ts';
import { readOrganizationLimits } from './organization/organization-limits.ts';
import { readWatchesConfig, type WatchesConfig } from './sessions/watches-config.ts';

/**
 * The settings of ingress, with times in milliseconds and sizes in bytes (docs/environment.md). Each group is read by
 * the folder that uses it.
 */
export interface IngressConfig extends ServiceConfig {
  publicUrl: string;
  publicWebhookUrl: string;
  /** The port of the metrics server; 0 for none. */
  metricsPort: number;
  /** The time for which a person can listen for the next delivery of a webhook. */
  webhookListenMs: number;
  consoleDir: string;
  /** Enables `/v1/operator/*`. If null, those paths do not exist. */
  operatorKey: string | null;
  /** The number of sessions that an executor runs at a time. Used while no living executor reports its number. */
  executorConcurrency: number;
  executorAnswerTimeoutMs: number;
  shutdownDeadlineMs: number;
  http: HttpConfig;
  intake: IntakeConfig;
  caches: CachesConfig;
  limits: LimitsConfig;
  mcp: McpConfig;
  watches: WatchesConfig;
  auth: AuthConfig;
  oauth: OAuthConfig;
  oauthServer: OAuthServerConfig;
  organizationLimits: OrganizationLimits;
}

/** @throws ConfigError, which names every invalid variable */
export async function readIngressConfig(env: Env): Promise<IngressConfig> {
  const reader = readEnv(env);
  const http = readHttpConfig(reader);
  const publicUrl = reader.url('PUBLIC_URL', { default: `http://localhost:${http.port}` });
  const config: IngressConfig = {
    ...readServiceConfig(reader),
    publicUrl,
    publicWebhookUrl: reader.url('PUBLIC_WEBHOOK_URL', { default: publicUrl }),
    metricsPort: reader.integer('METRICS_PORT', { default: 0, min: 0, max: 65_535 }),
    webhookListenMs: reader.integer('WEBHOOK_LISTEN_MS', { default: 600_000, min: 1_000, max: 86_400_000 }),
    consoleDir: reader.string('CONSOLE_DIR', {
      default: new URL('../../../packages/console/dist', import.meta.url).pathname,
    }),
    operatorKey: readOperatorKey(reader),
    executorConcurrency: reader.integer('EXECUTOR_CONCURRENCY', { default: 100, min: 1, max: 10_000 }),
    executorAnswerTimeoutMs: reader.integer('EXECUTOR_ANSWER_TIMEOUT_MS', { default: 10_000, min: 2_000 }),
    shutdownDeadlineMs: reader.integer('SHUTDOWN_DEADLINE_MS', { default: 15_000, min: 1_000 }),
    http,
    intake: readIntakeConfig(reader),
    caches: readCachesConfig(reader),
    limits: readLimitsConfig(reader),
    mcp: readMcpConfig(reader),
    watches: readWatchesConfig(reader),
    auth: await readAuthConfig(reader),
    oauth: readOAuthConfig(reader),
    oauthServer: readOAuthServerConfig(reader),
    organizationLimits: readOrganizationLimits(reader),
  };
  refuseContradictions(reader, config);
  reader.finish();
  return config;
}

/** Refuses settings that are valid alone but contradict each other. */
function refuseContradictions(reader: EnvReader, config: IngressConfig): void {
  const shorter = (name: string, value: number, than: string, limit: number, why: string): void => {
    if (value >= limit) reader.problem(name, `must be less than ${than}: ${why}`);
  };
  const { changePollMs, cacheTrustMs } = config.caches;
  const { answerTimeoutMs, otherRequestsAtOnce, drainMs, headersTimeoutMs, requestTimeoutMs } = config.http;
  shorter('CHANGE_POLL_MS', changePollMs, 'CACHE_TRUST_MS', cacheTrustMs, 'caches would never be trusted');
  const { shutdownDeadlineMs } = config;
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
  if (headersTimeoutMs > requestTimeoutMs)
    reader.problem('HEADERS_TIMEOUT_MS', 'must not be more than REQUEST_TIMEOUT_MS: headers are part of the request');
  if (config.http.maxPublicBodyBytes > config.http.maxBodyBytes)
    reader.problem('MAX_PUBLIC_BODY_BYTES', 'must not be more than MAX_BODY_BYTES');
}

const MIN_OPERATOR_KEY_LENGTH = 32;

function readOperatorKey(reader: EnvReader): string | null {
  const key = reader.string('OPERATOR_KEY', { default: null });
  if (key !== null && key.length < MIN_OPERATOR_KEY_LENGTH)
    reader.problem('OPERATOR_KEY', `must be at least ${MIN_OPERATOR_KEY_LENGTH} characters long`);
  return key;
}
