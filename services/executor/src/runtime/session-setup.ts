import type { Logger, Tracing } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import type { ComponentPackages } from '@workflow/component-packages';
import { ConnectionPools } from '@workflow/credentials/runners';
import { createGuardedConnector, createHttpClient, type HttpClient } from '@workflow/outbound';
import type { FileStore } from '@workflow/file-store';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { createStepDurations } from '../health/step-durations.ts';
import { openStoredParts } from './stored-parts.ts';
import { runSession } from '../session/run-session.ts';
import { MeasuredClaim } from '../session/session-claim.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { createWorkflowCache } from '../session/workflow-cache.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { openComponentPool, openSandbox, openDataProcesses } from './open-sandboxes.ts';
import { limitsOfOrganizations } from './organization-limits.ts';
import { preparePackage } from '../session/package-component.ts';
import type { SessionRunner } from './session-taker.ts';
import { traceCalls, traceChildren, traceSessions } from './trace-sessions.ts';

export interface SessionSetupParts {
  config: ExecutorConfig;
  store: Pick<SessionStore, 'apps' | 'collections' | 'credentials' | 'execution' | 'files' | 'lookups' | 'questions'>;
  metrics: ExecutorMetrics;
  logger: Logger;
  tokens: TokenKeeper;
  files: FileStore;
  /** Null if no traces are sent. */
  tracing: Tracing | null;
  /** Active sessions for which a caller waits. */
  awaited: Pick<SessionDependencies, 'responded'>;
  childEnds: SessionDependencies['childEnds'];
  /** The descriptions of component packages. */
  packages: ComponentPackages;
}

/** Creates the parts that run sessions, once per executor. */
export function createSessionSetup(parts: SessionSetupParts): {
  runSession: SessionRunner;
  problem: () => string | null;
  dependencies: SessionDependencies;
  close: () => Promise<void>;
} {
  const { config, store, metrics, logger, tokens, files, tracing, packages, awaited, childEnds } = parts;
  const sandbox = openSandbox(config, logger);
  const dataProcesses = openDataProcesses(config, logger);
  const pool = openComponentPool(config);
  const pools = new ConnectionPools(config.databases);
  const counted = countAnswers(metrics, createHttpClient({ ...config.http }));
  const http = tracing === null ? counted : traceCalls(tracing, counted);
  const durations = createStepDurations(metrics.stepSeconds);
  const { execution } = store;
  const { startChildren } = execution;
  const readDefinition = async (definitionId: string) => {
    const definition = await execution.readDefinition(definitionId);
    if (definition !== null) durations.learn(definition);
    return definition;
  };
  const stored = openStoredParts(config, store, logger);
  const dependencies: SessionDependencies = {
    store: {
      openStart: execution.openStart,
      readSteps: execution.readSteps,
      readOutputs: execution.readOutputs,
      listStepParts: execution.listStepParts,
      readStepParts: execution.readStepParts,
      joinMemory: execution.joinMemory,
      readEarlierAnswers: execution.readEarlierAnswers,
      findTargets: execution.findTargets,
      startChildren: tracing === null ? startChildren : traceChildren(tracing, config.queueName, startChildren),
      readChildren: execution.readChildren,
      readChildOutputs: execution.readChildOutputs,
      readChildStarts: execution.readChildStarts,
      cancelChildren: execution.cancelChildren,
      respond: execution.respond,
      recordSteps: async (fence, steps) => {
        const written = await execution.recordSteps(fence, steps);
        if (written) durations.observe(steps);
        return written;
      },
    },
    responded: (signal) => awaited.responded(signal),
    childEnds,
    workflows: createWorkflowCache(
      { readDefinition, preparePackage: preparePackage({ packages, pool }) },
      { definitions: config.sessions.workflowCacheEntries, bytes: config.sessions.workflowCacheBytes },
    ),
    http,
    files: { store: files, name: store.files.name, maxInMemoryBytes: config.maxFileInMemoryBytes },
    ...limitsOfOrganizations(execution, metrics),
    sandbox,
    dataProcesses,
    openCredential: (organizationId, id) => store.credentials.open(organizationId, id, { isUse: true }),
    nameDeletedCredential: store.credentials.nameDeleted,
    accessCredential: tokens.accessOf,
    credentialReach: { addressOf: addressOf(config), pools },
    findOperation: store.apps.findOperation,
    ...stored,
    revealSecret: (organizationId, name) => store.lookups.revealSecret(organizationId, name),
    tracing,
    limits: limitsOf(config),
    log: logger,
    // Unlike `Date.now`, this clock does not jump when the clock of the machine is set.
    now: () => performance.timeOrigin + performance.now(),
    random: Math.random,
  };
  const run: SessionRunner = async (claimed, signal, late) => {
    const outcome = await runSession(claimed, dependencies, signal, late && new MeasuredClaim(late, durations));
    if (outcome.kind !== 'lost') durations.observe(outcome.steps);
    return outcome;
  };
  return {
    runSession: tracing === null ? run : traceSessions(tracing, config.queueName, run),
    problem: () => sandbox.problem() ?? dataProcesses.problem(),
    dependencies,
    close: async () => {
      pools.close();
      await Promise.all([stored.turnTexts.close(), sandbox.close(), dataProcesses.close(), http.close(), pool.close()]);
    },
  };
}

/** Returns an IP address of a host that workflows may reach, for protocols other than HTTP. */
function addressOf({ http: { allowed, connectTimeoutMs } }: ExecutorConfig): (host: string) => Promise<string> {
  const connector = createGuardedConnector({ allowed, connectTimeoutMs });
  return async (host) => (await connector.addressesOf(host))[0] as string;
}

function limitsOf({ sessions, sandbox }: ExecutorConfig): SessionDependencies['limits'] {
  const { maxStepOutputBytes, maxConversationBytes, deadlineMs, longBackoffMs } = sessions;
  return {
    maxOutputBytes: maxStepOutputBytes,
    maxConversationBytes,
    deadlineMs,
    longBackoffMs,
    expressions: { sandboxTimeoutMs: sandbox.expressionTimeoutMs, maxResultBytes: maxStepOutputBytes },
  };
}

/** Counts calls by their result. Calls that were aborted because their session ended or timed out are not counted. */
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
