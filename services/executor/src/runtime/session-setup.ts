import type { Logger } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import { createHttpClient } from '../components/http/http-client.ts';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { createStepDurations } from '../health/step-durations.ts';
import { createSandbox } from '../sandbox/sandbox-pool.ts';
import { createWorkflowCache, runSession, type SessionDependencies } from '../session/index.ts';
import type { SessionRunner } from './run-job.ts';

/** What walking sessions needs, made once per executor. */
export function createSessionSetup(
  config: ExecutorConfig, store: Pick<SessionStore, 'sessions' | 'credentials'>, metrics: ExecutorMetrics, logger: Logger,
): { runSession: SessionRunner; close: () => Promise<void> } {
  const sandbox = createSandbox({ processes: config.sandboxProcesses, maxQueued: config.sandboxMaxQueued, heapMegabytes: config.sandboxHeapMb });
  const http = createHttpClient({
    allowed: config.httpAllowedAddresses,
    connectTimeoutMs: config.httpConnectTimeoutMs,
    maxResponseBytes: config.httpMaxResponseBytes,
    maxRedirects: config.httpMaxRedirects,
  });
  const durations = createStepDurations(metrics.stepSeconds);
  const { sessions } = store;
  const readDefinition = async (definitionId: string) => {
    const definition = await sessions.readDefinition(definitionId);
    if (definition !== null) durations.learn(definition);
    return definition;
  };
  const dependencies: SessionDependencies = {
    store: {
      readSteps: sessions.readSteps,
      startChildren: sessions.startChildren,
      readChildren: sessions.readChildren,
      recordSteps: async (fence, steps) => {
        const written = await sessions.recordSteps(fence, steps);
        if (written) durations.observe(steps);
        return written;
      },
    },
    workflows: createWorkflowCache({ readDefinition }, config.workflowCacheEntries),
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
    runSession: async (claimed, signal) => {
      const outcome = await runSession(claimed, dependencies, signal);
      if (outcome.kind !== 'lost') durations.observe(outcome.steps);
      return outcome;
    },
    close: async () => {
      await Promise.all([sandbox.close(), http.close()]);
    },
  };
}
