import type { Logger } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import { createHttpClient } from '../components/http/http-client.ts';
import type { ExecutorConfig } from '../config.ts';
import { createSandbox } from '../sandbox/sandbox-pool.ts';
import { createWorkflowCache, runSession, type SessionDependencies } from '../session/index.ts';
import type { SessionRunner } from './run-job.ts';

/** What walking sessions needs, made once per executor. */
export function createSessionSetup(
  config: ExecutorConfig, store: Pick<SessionStore, 'sessions' | 'credentials'>, logger: Logger,
): { runSession: SessionRunner; close: () => Promise<void> } {
  const sandbox = createSandbox({ processes: config.sandboxProcesses, maxQueued: config.sandboxMaxQueued, heapMegabytes: config.sandboxHeapMb });
  const http = createHttpClient({
    allowed: config.httpAllowedAddresses,
    connectTimeoutMs: config.httpConnectTimeoutMs,
    maxResponseBytes: config.httpMaxResponseBytes,
    maxRedirects: config.httpMaxRedirects,
  });
  const dependencies: SessionDependencies = {
    store: store.sessions,
    workflows: createWorkflowCache(store.sessions, config.workflowCacheEntries),
    http,
    sandbox,
    revealSecret: (organizationId, name) => store.credentials.revealSecret(organizationId, name),
    limits: {
      maxOutputBytes: config.maxStepOutputBytes,
      deadlineMs: config.sessionDeadlineMs,
      longBackoffMs: config.longBackoffMs,
      expressions: {
        sandboxTimeoutMs: config.sandboxedExpressionTimeoutMs,
        maxResultBytes: config.maxStepOutputBytes,
      },
    },
    log: logger,
    now: Date.now,
    random: Math.random,
  };
  return {
    runSession: (claimed, signal) => runSession(claimed, dependencies, signal),
    close: async () => {
      await Promise.all([sandbox.close(), http.close()]);
    },
  };
}
