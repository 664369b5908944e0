import type { Logger, Tracing } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import { createHttpClient, type HttpClient } from '@workflow/guarded-http';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { createStepDurations } from '../health/step-durations.ts';
import { createSandbox, type Sandbox } from '@workflow/expressions';
import { ResultMemory } from '../session/result-memory.ts';
import { runSession } from '../session/run-session.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { createWorkflowCache } from '../session/workflow-cache.ts';
import { createThrottles } from './organization-throttles.ts';
import type { SessionRunner } from './take-session.ts';
import { traceCalls, traceChildren, traceSessions } from './trace-sessions.ts';

export interface SessionSetupParts {
  config: ExecutorConfig;
  store: Pick<SessionStore, 'credentials' | 'execution' | 'lookups'>;
  metrics: ExecutorMetrics;
  logger: Logger;
  /** null: no traces are sent. */
  tracing: Tracing | null;
}

/** Makes the parts that walking sessions needs, once per executor. */
export function createSessionSetup({ config, store, metrics, logger, tracing }: SessionSetupParts): {
  runSession: SessionRunner;
  unfit: () => string | null;
  close: () => Promise<void>;
} {
  const sandbox = openSandbox(config, logger);
  const counted = countAnswers(
    metrics,
    createHttpClient({
      allowed: config.httpAllowedAddresses,
      connectTimeoutMs: config.httpConnectTimeoutMs,
      maxResponseBytes: config.httpMaxResponseBytes,
      maxRedirects: config.httpMaxRedirects,
    }),
  );
  const http = tracing === null ? counted : traceCalls(tracing, counted);
  const durations = createStepDurations(metrics.stepSeconds);
  const { execution } = store;
  const { startChildren } = execution;
  const readDefinition = async (definitionId: string) => {
    const definition = await execution.readDefinition(definitionId);
    if (definition !== null) durations.learn(definition);
    return definition;
  };
  const dependencies: SessionDependencies = {
    store: {
      readSteps: execution.readSteps,
      readOutputs: execution.readOutputs,
      startChildren: tracing === null ? startChildren : traceChildren(tracing, config.queueName, startChildren),
      readChildren: execution.readChildren,
      readChildOutputs: execution.readChildOutputs,
      readKeptChildren: execution.readKeptChildren,
      cancelChildren: execution.cancelChildren,
      recordSteps: async (fence, steps) => {
        const written = await execution.recordSteps(fence, steps);
        if (written) durations.observe(steps);
        return written;
      },
    },
    workflows: createWorkflowCache(
      { readDefinition },
      { definitions: config.workflowCacheEntries, bytes: config.workflowCacheBytes },
    ),
    http,
    throttlesOf: createThrottles(execution),
    sandbox,
    results: new ResultMemory({
      perSession: config.sessionMaxResultBytes,
      perOrganization: config.organizationMaxResultBytes,
    }),
    openCredential: (organizationId, id) => store.credentials.open(organizationId, id, { isUse: true }),
    revealSecret: (organizationId, name) => store.lookups.revealSecret(organizationId, name),
    tracing,
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
  const run: SessionRunner = async (claimed, signal) => {
    const outcome = await runSession(claimed, dependencies, signal);
    if (outcome.kind !== 'lost') durations.observe(outcome.steps);
    return outcome;
  };
  return {
    runSession: tracing === null ? run : traceSessions(tracing, config.queueName, run),
    unfit: () => sandbox.unfit(),
    close: async () => {
      await Promise.all([sandbox.close(), http.close()]);
    },
  };
}

function openSandbox(config: ExecutorConfig, logger: Logger): Sandbox {
  return createSandbox({
    processes: config.sandboxProcesses,
    maxQueued: config.sandboxMaxQueued,
    maxWaitMs: config.sandboxMaxWaitMs,
    heapMegabytes: config.sandboxHeapMb,
    onFailedStart: (start, inARow) => {
      const what = start === 'late' ? 'did not start in time' : 'ended instead of starting';
      logger.error({ inARow }, `a sandbox process ${what}`);
    },
  });
}

/**
 * Counts calls by their result. A call that was aborted, because its session ended or its time was up, is not counted.
 */
function countAnswers({ httpRequests }: ExecutorMetrics, http: HttpClient): HttpClient {
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
