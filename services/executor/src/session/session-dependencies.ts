import type { Tracing } from '@workflow/service-runtime';
import type { Collections, Execution, Questions } from '@workflow/session-store';
import type { EndSignal } from '@workflow/session-queue';
import type { HttpClient } from '@workflow/outbound';
import type { CredentialReach } from '@workflow/credentials/runners';
import type { ModelTokens, Throttles } from '@workflow/component-kit/run';
import type { ExpressionLimits } from '@workflow/expressions';
import type { Sandbox } from '@workflow/sandbox';
import type { ResultMemory } from './result-memory.ts';
import type { QuestionKind, QuestionPlace } from '@workflow/workflow-model';
import type { AccessCredential, OpenCredential, RevealSecret } from './session-secrets.ts';
import type { SessionFiles } from './step-files.ts';
import type { WorkflowCache } from './workflow-cache.ts';

interface SessionLimits {
  /** A step's result as JSON. */
  maxOutputBytes: number;
  /** Time limit of a session since its start, not counting waiting. */
  deadlineMs: number;
  /** During a back-off of at least this time the session uses no slot of the executor. */
  longBackoffMs: number;
  expressions: ExpressionLimits;
}

/** Where a question is answered, and the part of that which nobody may read. */
interface QuestionAddress {
  url: string;
  token: string;
}

/** The parts that run sessions; made once per executor. */
export interface SessionDependencies {
  store: Pick<
    Execution,
    | 'openStart'
    | 'readSteps'
    | 'readOutputs'
    | 'recordSteps'
    | 'startChildren'
    | 'readChildren'
    | 'readChildOutputs'
    | 'readKeptChildren'
    | 'cancelChildren'
    | 'respond'
  >;
  /** Tells whoever waits that a session has responded, and where `outcome` is there, what. */
  responded: (signal: EndSignal) => void;
  workflows: WorkflowCache;
  http: HttpClient;
  files: SessionFiles;
  throttlesOf: (organizationId: string) => Throttles;
  modelTokensOf: (organizationId: string) => ModelTokens;
  sandbox: Sandbox;
  /** Processes that run works. */
  dataProcesses: Sandbox;
  results: ResultMemory;
  revealSecret: RevealSecret;
  openCredential: OpenCredential;
  accessCredential: AccessCredential;
  credentialReach: Omit<CredentialReach, 'poolKey'>;
  questions: Pick<Questions, 'ask' | 'look' | 'forget'>;
  collections: Pick<Collections, 'values' | 'rows'>;
  addressOfQuestion: (kind: QuestionKind, place: QuestionPlace) => Promise<QuestionAddress>;
  /** null: no traces are sent. */
  tracing: Tracing | null;
  limits: SessionLimits;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Milliseconds since the epoch. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
}
