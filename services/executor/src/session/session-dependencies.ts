import type { Tracing } from '@workflow/service-runtime';
import type { Collections, Execution, Questions } from '@workflow/session-store';
import type { SessionNotification } from '@workflow/session-queue';
import type { HttpClient } from '@workflow/outbound';
import type { ModelTokens, Throttles } from '@workflow/component-kit/run';
import type { ExpressionLimits } from '@workflow/expressions';
import type { Sandbox } from '@workflow/sandbox';
import type { ChildEnds } from './child-ends.ts';
import type { ResultMemory } from './result-memory.ts';
import type { QuestionKind, QuestionPlace } from '@workflow/workflow-model';
import type { SecretSource } from './session-secrets.ts';
import type { FindOperation } from './step-operations.ts';
import type { SessionFiles } from './step-files.ts';
import type { TurnTexts } from './turn-texts.ts';
import type { WorkflowCache } from './workflow-cache.ts';

interface SessionLimits {
  /** The bytes of a step's result as JSON. */
  maxOutputBytes: number;
  /** The bytes of the conversation of an agent as JSON. */
  maxConversationBytes: number;
  /** The time limit of a session since its start, without waiting. */
  deadlineMs: number;
  /** During a backoff of at least this time the session uses no slot of the executor. */
  longBackoffMs: number;
  expressions: ExpressionLimits;
}

/** The URL at which a question is answered, and its secret segment. */
interface QuestionAddress {
  url: string;
  token: string;
}

/** The dependencies of running sessions, created once per executor. */
export interface SessionDependencies {
  store: Pick<
    Execution,
    | 'openStart'
    | 'readSteps'
    | 'readOutputs'
    | 'listStepParts'
    | 'readStepParts'
    | 'joinMemory'
    | 'readEarlierAnswers'
    | 'findTargets'
    | 'startChildren'
    | 'readChildren'
    | 'readChildOutputs'
    | 'readChildStarts'
    | 'cancelChildren'
    | 'respond'
  >;
  /** Notifies callers that a session has responded. The notification may contain the outcome. */
  responded: (notification: SessionNotification) => void;
  childEnds: Pick<ChildEnds, 'watch'>;
  workflows: WorkflowCache;
  turnTexts: Pick<TurnTexts, 'begin'>;
  http: HttpClient;
  files: SessionFiles;
  throttlesOf: (organizationId: string) => Throttles;
  modelTokensOf: (organizationId: string) => ModelTokens;
  sandbox: Sandbox;
  /** The processes that run data jobs. */
  dataProcesses: Sandbox;
  results: ResultMemory;
  secretSource: SecretSource;
  findOperation: FindOperation;
  questions: Pick<Questions, 'ask' | 'look' | 'forget'>;
  collections: Pick<Collections, 'values' | 'rows'>;
  addressOfQuestion: (kind: QuestionKind, place: QuestionPlace) => Promise<QuestionAddress>;
  /** Null if no traces are sent. */
  tracing: Tracing | null;
  limits: SessionLimits;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Returns a number that is uniform in [0, 1). */
  random(): number;
}
