import { createHttpClient } from '@workflow/outbound';
import { createOAuthClient } from '@workflow/outbound/oauth';
import { logRarely, type Logger } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

/** Maximum bytes of an answer. An answer with tokens has a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** A lease lasts this many times as long as one request. The additional time is for reading and writing the row. */
const LEASE_FACTOR = 2;

/**
 * Opens the token keeper of an executor. Requests for tokens reach only hosts that workflows may reach, and follow no
 * redirect.
 */
export function openTokenKeeper(
  config: Pick<ExecutorConfig, 'http' | 'oauthTimeoutMs'>,
  credentials: SessionStore['credentials'],
  { tokenRequests }: Pick<ExecutorMetrics, 'tokenRequests'>,
  logger: Logger,
): TokenKeeper {
  const http = createHttpClient({ ...config.http, maxResponseBytes: MAX_ANSWER_BYTES, maxRedirects: 0 });
  const keeper = createTokenKeeper({
    credentials,
    oauth: createOAuthClient(http, config.oauthTimeoutMs),
    leaseMs: config.oauthTimeoutMs * LEASE_FACTOR,
    onAsked: (result) => tokenRequests.inc({ result }),
    onError: logRarely(logger, 'Could not renew a token before its end'),
    random: Math.random,
  });
  return {
    ...keeper,
    close: async () => {
      await keeper.close();
      await http.close();
    },
  };
}
