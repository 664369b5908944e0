import type { Tracing } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import { ConnectionPools } from '@workflow/credentials/runners';
import { createHttpClient, type HttpClient } from '@workflow/outbound';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { addressOf } from '../requests/request-tools.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { createModelTokens } from './model-tokens.ts';
import { createThrottles } from './organization-throttles.ts';
import { traceCalls } from './trace-sessions.ts';

/** The parts with which workflows reach other servers, and the limits of that. */
type Reach = Pick<SessionDependencies, 'http' | 'secretSource' | 'throttlesOf' | 'modelTokensOf'>;

/** Opens the HTTP client, secrets and credentials with which workflows reach other servers. */
export function openReach(
  config: Pick<ExecutorConfig, 'http' | 'databases'>,
  { credentials, lookups, execution }: Pick<SessionStore, 'credentials' | 'lookups' | 'execution'>,
  tokens: Pick<TokenKeeper, 'accessOf'>,
  metrics: Pick<ExecutorMetrics, 'httpRequests' | 'modelTokens'>,
  tracing: Tracing | null,
): Reach & { close(): Promise<void> } {
  const counted = countAnswers(metrics, createHttpClient(config.http));
  const http = tracing === null ? counted : traceCalls(tracing, counted);
  const pools = new ConnectionPools(config.databases);
  return {
    http,
    secretSource: {
      revealSecret: lookups.revealSecret,
      openCredential: (organizationId, id) => credentials.open(organizationId, id, { isUse: true }),
      nameDeletedCredential: credentials.nameDeleted,
      accessCredential: tokens.accessOf,
      credentialReach: { addressOf: addressOf(config), pools },
    },
    throttlesOf: createThrottles(execution),
    modelTokensOf: createModelTokens(execution, metrics),
    close: async () => {
      pools.close();
      await http.close();
    },
  };
}

/** Counts calls by their result. Calls that were aborted because their session ended or timed out are not counted. */
function countAnswers({ httpRequests }: Pick<ExecutorMetrics, 'httpRequests'>, http: HttpClient): HttpClient {
  return {
    send: async (call, signal) => {
      try {
        const answer = await http.send(call, signal);
        httpRequests.inc({ status: `${Math.floor(answer.status / 100)}xx` });
        return answer;
      } catch (error) {
        if (!signal.aborted) httpRequests.inc({ status: 'failed' });
        throw error;
      }
    },
    close: http.close,
  };
}
