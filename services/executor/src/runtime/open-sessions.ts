import { logRarely, type Logger, type Tracing } from '@workflow/service-runtime';
import type { Execution, SessionStore } from '@workflow/session-store';
import type { ComponentPackages } from '@workflow/component-packages';
import type { ReadingTools } from '../apps/read-app.ts';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { createStepDurations, type StepDurations } from '../health/step-durations.ts';
import type { PollTools } from '../polls/poll.ts';
import { preparePackage } from '../session/package-component.ts';
import { ResultMemory } from '../session/result-memory.ts';
import { runSession } from '../session/run-session.ts';
import { observedClaim } from '../session/session-claim.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { TurnTexts } from '../session/turn-texts.ts';
import { createWorkflowCache } from '../session/workflow-cache.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { openReach } from './open-reach.ts';
import { openComponentPool, openDataProcesses, openSandbox } from './open-sandboxes.ts';
import type { SessionRunner } from './session-taker.ts';
import { traceChildren, traceSessions } from './trace-sessions.ts';

interface SessionParts {
  config: ExecutorConfig;
  store: Pick<SessionStore, 'apps' | 'collections' | 'credentials' | 'execution' | 'files' | 'lookups' | 'questions'>;
  metrics: ExecutorMetrics;
  logger: Logger;
  tokens: TokenKeeper;
  files: SessionDependencies['files']['store'];
  /** Null if no traces are sent. */
  tracing: Tracing | null;
  responded: SessionDependencies['responded'];
  childEnds: SessionDependencies['childEnds'];
  /** The descriptions of component packages. */
  packages: ComponentPackages;
}

/** The parts that run code of workflows. */
export interface Sessions {
  runSession: SessionRunner;
  pollTools: PollTools;
  readingTools: ReadingTools;
  /**
   * Returns why all steps of some kind fail on this executor, for example because the sandbox does not start; null if
   * they do not.
   */
  sessionsProblem(): string | null;
  /** Closes sandbox processes and connections of workflows. */
  closeSessions(): Promise<void>;
}

/** Opens the processes and connections of workflows, which sessions, polls and readings of apps share. */
export function openSessions(parts: SessionParts): Sessions {
  const { config, store, metrics, logger, tokens, tracing, responded, childEnds, packages } = parts;
  const { execution, collections, questions } = store;
  const { queueName, sessions } = config;
  const sandbox = openSandbox(config, logger);
  const dataProcesses = openDataProcesses(config, logger);
  const pool = openComponentPool(config);
  const files = { store: parts.files, name: store.files.name, maxInMemoryBytes: config.maxFileInMemoryBytes };
  const reach = openReach(config, store, tokens, metrics, tracing);
  const { http, secretSource, throttlesOf, modelTokensOf } = reach;
  const durations = createStepDurations(metrics.stepSeconds);
  const onError = logRarely(logger, 'Could not write the streamed text of turns');
  const turnTexts = new TurnTexts({ store: execution, onError });
  const dependencies: SessionDependencies = {
    store: tracing === null ? execution : { ...execution, startChildren: traceChildren(tracing, queueName, execution) },
    responded,
    childEnds,
    workflows: createWorkflowCache(
      { readDefinition: learningReader(execution, durations), preparePackage: preparePackage({ packages, pool }) },
      { definitions: sessions.workflowCacheEntries, bytes: sessions.workflowCacheBytes },
    ),
    http,
    secretSource,
    files,
    throttlesOf,
    modelTokensOf,
    sandbox,
    dataProcesses,
    findOperation: store.apps.findOperation,
    collections,
    questions,
    addressOfQuestion: addressesOfQuestions(config, questions),
    results: new ResultMemory({
      perSession: sessions.maxResultBytes,
      perOrganization: sessions.maxResultBytesPerOrganization,
    }),
    turnTexts,
    tracing,
    limits: limitsOf(config),
    log: logger,
    // Unlike `Date.now`, this clock does not jump when the clock of the machine is set.
    now: () => performance.timeOrigin + performance.now(),
    random: Math.random,
  };
  const run: SessionRunner = async (claimed, signal, claim) => {
    const outcome = await runSession(claimed, dependencies, signal, observedClaim(claim, durations.observe));
    if (outcome.kind !== 'lost') durations.observe(outcome.steps);
    return outcome;
  };
  return {
    runSession: tracing === null ? run : traceSessions(tracing, queueName, run),
    pollTools: { http, secretSource, files, dataProcesses, maxOutputBytes: sessions.maxStepOutputBytes },
    readingTools: { http, secretSource, dataProcesses },
    sessionsProblem: () => sandbox.problem() ?? dataProcesses.problem(),
    closeSessions: async () => {
      await Promise.all([turnTexts, reach, sandbox, dataProcesses, pool].map((part) => part.close()));
    },
  };
}

/** Returns a reader of definitions from which the types of components are learned. */
function learningReader({ readDefinition }: Execution, durations: StepDurations): Execution['readDefinition'] {
  return async (definitionId) => {
    const definition = await readDefinition(definitionId);
    if (definition !== null) durations.learn(definition);
    return definition;
  };
}

/** Returns the URLs at which questions are answered. They lead to ingress. */
function addressesOfQuestions(
  { publicUrl, publicWebhookUrl }: ExecutorConfig,
  { addresses }: SessionStore['questions'],
): SessionDependencies['addressOfQuestion'] {
  return async (kind, place) => {
    const token = await addresses.tokenOf(kind, place);
    return { token, url: `${kind === 'callback' ? publicWebhookUrl : publicUrl}/${kind}s/${token}` };
  };
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
