import { PROGRAMS_ENTRY } from '@workflow/expressions';
import { createSandbox, type Sandbox } from '@workflow/sandbox';
import type { HttpCall } from '@workflow/outbound';
import {
  StepFailure,
  type FailureCode,
  type Field,
  type Json,
  type JsonObject,
  type RetryPolicy,
} from '@workflow/workflow-model';
import { prepareComponent } from '../host/prepare-component.ts';
import type { HostedOperation, StepScope } from '../host/step-scope.ts';
import type { EarlierTurns } from '../run/agent-memory.ts';
import type { BodyStart, ChildTarget, WantedChild } from '../run/child-sessions.ts';
import type { RecordedPart } from '../run/step-parts.ts';
import type { Decision, Question } from '../run/questions.ts';
import type { RunnableType } from '../run/define-runner.ts';
import type { SentResponse } from '../run/sent-response.ts';
import type { StepResult } from '../run/step-result.ts';
import { answerRequests, type TestedAnswer } from './answer-requests.ts';
import { TestedFiles, type TestedFile } from './tested-files.ts';
import { TestedParts } from './tested-parts.ts';
import { TestedChildren } from './tested-children.ts';
import { TestedTables } from './tested-tables.ts';
import { TestedValues } from './tested-values.ts';
import { TestedQuestions } from './tested-questions.ts';

export type { TestedAnswer } from './answer-requests.ts';

/** The external responses to a component. Everything that is left out does not exist. */
export interface OutsideAnswers {
  /** Responses of other servers, in the order of the requests. A request beyond them fails the test. */
  http?: readonly TestedAnswer[];
  /** Files of the organization. */
  files?: readonly TestedFile[];
  /** Opened credentials by id. */
  credentials?: Readonly<Record<string, object>>;
  /** The operation that the config names. */
  operation?: HostedOperation;
  /** True if an earlier attempt began its effect and its executor died. */
  mayHaveHappened?: boolean;
  /** True if the organization has used up its model tokens. */
  modelTokensAreUsedUp?: boolean;
  /** True if the tokens of an answer cannot be counted. */
  modelTokensCannotBeCounted?: boolean;
  /** The declared fields of the trigger at which the session was started. */
  startFields?: readonly Field[];
  /** Secrets by name. */
  secrets?: Readonly<Record<string, string>>;
  /** Returns the output of a session that the component starts. An Error is its failure. */
  child?: (wanted: WantedChild) => Json | Error;
  /** True if each session that it starts ends soon, so that it need not release its claim. */
  childrenEndSoon?: boolean;
  /** The beginning of its loop. */
  body?: BodyStart;
  /** The answer to its question, checked as the service does. Default: nobody answers. */
  answer?: JsonObject;
  /** The decision of an approval, with its answer. */
  decision?: Omit<Decision, 'at'>;
  /** Parts that an earlier attempt recorded. */
  parts?: readonly RecordedPart[];
  /** The retry settings of the component. */
  retry?: Partial<RetryPolicy>;
  /** The turns of earlier sessions of its conversation, by the ids of the sessions. */
  memory?: Readonly<Record<string, EarlierTurns>>;
  /** The workflows that it can start. */
  targets?: readonly ChildTarget[];
  /** Tables by name, each with its rows by key. */
  tables?: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  /** Stored values by `<scope> <key>`, such as `workflow counter`. */
  stored?: Readonly<Record<string, Json>>;
  /** True if the answer arrived before the question and was not checked. */
  answersEarly?: boolean;
}

/** The outcome of one attempt of a component, and its actions. */
export interface ComponentRun {
  outcome:
    | { kind: 'succeeded'; output: Json; port: string }
    | {
        kind: 'failed';
        code: StepFailure['code'];
        message: string;
        retryable: boolean;
        retryAfterMs: number;
        output: Json;
      }
    /** It waits for something that does not happen. */
    | { kind: 'waiting' };
  /** The input in the step's record. Null if nothing was recorded. */
  input: Json;
  /** True if it awaited `beginEffect`. */
  beganEffect: boolean;
  /** The requests that it sent. */
  requests: HttpCall[];
  /** The files that it stored. */
  files: TestedFile[];
  /** The sessions that it started. */
  started: WantedChild[];
  /** The model tokens that it used. */
  modelTokens: number;
  /** The parts of the step that it recorded. */
  parts: RecordedPart[];
  /** The text of turns that it streamed, piece by piece. */
  streamed: string[];
  /** The questions that it asked. */
  asked: Question[];
  /** The tables afterwards. */
  tables: Map<string, Map<string, JsonObject>>;
  /** The stored values afterwards, as in `stored` of the outside. */
  stored: Map<string, Json>;
  /** The responses that it sent to the sender of a delivery. */
  responses: SentResponse[];
  /** The times that it waited for, in order. Waiting takes no time in tests. */
  waitedUntil: Date[];
  /** The number of times that it released its claim to wait. */
  waits: number;
}

const ID = '00000000-0000-7000-8000-000000000001';
const OWNER = { organizationId: ID, workflowId: ID };
const NO_BODY: BodyStart = { componentId: ID, placeholderValues: {} };
const MAX_WAITS = 1_000;

/**
 * Runs one try of a component as the executor does, without a database and a queue: its templates and expressions are
 * resolved from `placeholders`, programs run in a sandbox process, and when it waits, the clock goes to that time.
 *
 * @example
 * const { outcome } = await runComponent({ descriptor, runner }, { expression: 'amount > 10' }, { amount: 12 });
 * expect(outcome).toEqual({ kind: 'succeeded', output: true, port: 'true' });
 *
 * @param options.dataProcesses processes that run data jobs
 *
 * @throws any error of the component that is not a StepFailure. An executor fails such a step with INTERNAL_ERROR
 */
export async function runComponent(
  type: RunnableType,
  config: JsonObject,
  placeholders: JsonObject = {},
  { answers = {}, dataProcesses = NO_DATA_PROCESSES }: { answers?: OutsideAnswers; dataProcesses?: Sandbox } = {},
): Promise<ComponentRun> {
  const sandbox = createSandbox({
    processes: 1,
    heapMegabytes: 64,
    maxQueued: 10,
    maxWaitMs: 60_000,
    entry: PROGRAMS_ENTRY,
  });
  try {
    return await new TestedTry(type, config, placeholders, answers, { sandbox, dataProcesses }).run();
  } finally {
    await sandbox.close();
  }
}

class TestedTry {
  readonly #type: RunnableType;
  readonly #config: JsonObject;
  readonly #placeholders: JsonObject;
  readonly #answers: OutsideAnswers;
  readonly #processes: { sandbox: Sandbox; dataProcesses: Sandbox };
  readonly #children: TestedChildren;
  readonly #questions: TestedQuestions;
  readonly #startedAt = new Date();
  #nowMs = this.#startedAt.getTime();
  #mayRetry = true;
  readonly #run: Omit<ComponentRun, 'outcome'> = {
    input: null,
    beganEffect: false,
    requests: [],
    files: [],
    started: [],
    modelTokens: 0,
    parts: [],
    streamed: [],
    asked: [],
    stored: new Map(),
    tables: new Map(),
    responses: [],
    waitedUntil: [],
    waits: 0,
  };

  constructor(
    type: RunnableType,
    config: JsonObject,
    placeholders: JsonObject,
    answers: OutsideAnswers,
    processes: { sandbox: Sandbox; dataProcesses: Sandbox },
  ) {
    this.#type = type;
    this.#config = config;
    this.#placeholders = Object.assign(Object.create(null) as JsonObject, placeholders);
    this.#answers = answers;
    this.#processes = processes;
    this.#run.parts.push(...structuredClone(answers.parts ?? []));
    const { body = NO_BODY, targets = [], childrenEndSoon: endSoon = false } = answers;
    this.#children = new TestedChildren(answers.child, this.#run.started, { body, targets, endSoon });
    for (const [name, rows] of Object.entries(answers.tables ?? {}))
      this.#run.tables.set(name, new Map(Object.entries(rows)));
    for (const [key, value] of Object.entries(answers.stored ?? {})) this.#run.stored.set(key, value);
    this.#questions = new TestedQuestions(this.#run.asked, answers, () => this.#nowMs);
  }

  async run(): Promise<ComponentRun> {
    try {
      return { outcome: await this.#walk(), ...this.#run };
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      const { code, message, retryAfterMs, output } = error;
      const retryable = error.retryable && this.#mayRetry;
      return { outcome: { kind: 'failed', code, message, retryable, retryAfterMs, output }, ...this.#run };
    }
  }

  /** Runs attempts until it no longer waits, or waits for something that does not happen. */
  async #walk(): Promise<ComponentRun['outcome']> {
    const { descriptor } = this.#type;
    const component = {
      id: ID,
      type: descriptor.type,
      config: this.#config,
      output: descriptor.outputName ?? 'output',
    };
    const step = prepareComponent(this.#type, component, () => true);
    let result: StepResult = await step(this.#scope(null));
    for (; result.kind === 'waiting'; this.#run.waits += 1) {
      const ended =
        (result.forChildren === true && this.#children.endOne()) ||
        (result.forAnswer !== undefined && this.#answers.answer !== undefined);
      if ((!ended && result.until === null) || this.#run.waits === MAX_WAITS) return { kind: 'waiting' };
      if (!ended && result.until !== null) {
        this.#run.waitedUntil.push(result.until);
        this.#nowMs = Math.max(this.#nowMs, result.until.getTime());
      }
      result = await step(this.#scope({ until: result.until }));
    }
    return { kind: 'succeeded', output: result.output, port: result.port ?? 'next' };
  }

  #scope(waited: StepScope['waited']): StepScope {
    const { credentials = {}, files = [], secrets = {}, http = [] } = this.#answers;
    const timeoutSeconds = this.#type.descriptor.defaultTimeoutSeconds;
    return {
      idempotencyKey: `${ID}:1:${ID}:0`,
      idempotencyKeyOfPart: (number) => `${ID}:1:${ID}:${number}`,
      startedAt: this.#startedAt,
      waited,
      hasTurn: false,
      mayHaveHappened: this.#answers.mayHaveHappened === true,
      findOperation: async () => this.#answers.operation ?? missing('APP_MISSING', 'There is no such app'),
      timeoutMs: timeoutSeconds === null ? null : timeoutSeconds * 1_000,
      maxOutputBytes: 1_048_576,
      limits: { sandboxTimeoutMs: 5_000, maxResultBytes: 1_048_576 },
      placeholders: this.#placeholders,
      startFields: this.#answers.startFields ?? [],
      owner: OWNER,
      ...this.#processes,
      signal: new AbortController().signal,
      http: answerRequests(http, this.#run.requests),
      files: new TestedFiles(files, this.#run.files),
      throttles: NO_THROTTLES,
      modelTokens: {
        requireSome: async () => {
          if (this.#answers.modelTokensAreUsedUp === true)
            missing('MODEL_QUOTA', 'The monthly limit of model tokens is reached');
        },
        count: async ({ totalTokens }) => {
          if (this.#answers.modelTokensCannotBeCounted === true)
            missing('INTERNAL_ERROR', 'The tokens cannot be counted');
          this.#run.modelTokens += totalTokens;
        },
      },
      children: this.#children,
      questions: this.#questions,
      questionsOfPart: () => this.#questions,
      parts: new TestedParts(this.#run.parts, this.#run.streamed),
      memory: {
        join: async (_key, limit) => Object.keys(this.#answers.memory ?? {}).slice(-limit),
        read: async (ids) => ids.flatMap((id) => this.#answers.memory?.[id] ?? []),
      },
      retry: this.#answers.retry ?? {},
      stored: new TestedValues(this.#run.stored),
      tables: new TestedTables(this.#run.tables),
      respond: async (response) => void this.#run.responses.push(response),
      addressOf: async ({ kind, name }) => `https://service.test/${kind}s/${encodeURIComponent(name)}`,
      now: () => this.#nowMs,
      revealSecret: async (name) => secrets[name] ?? missing('SECRET_MISSING', `There is no secret ${name}`),
      openCredential: async (id) => credentials[id] ?? missing('CREDENTIAL_MISSING', `There is no credential ${id}`),
      recordInput: (input) => void (this.#run.input = input),
      beginEffect: async (input) => {
        this.#run.input = input;
        this.#run.beganEffect = true;
      },
      allowRetry: (isAllowed) => void (this.#mayRetry = isAllowed),
    };
  }
}

const NO_DATA_PROCESSES: Sandbox = {
  run: async () => ({ kind: 'failure', code: 'SANDBOX_FAILED', message: 'This test has no data processes' }),
  problem: () => null,
  close: () => Promise.resolve(),
};

function missing(code: FailureCode, message: string): never {
  throw new StepFailure(code, message);
}

const NO_THROTTLES: StepScope['throttles'] = {
  rateOf: () => Promise.resolve(null),
  take: () => Promise.resolve(0),
  blockedMs: () => Promise.resolve(0),
  block: () => Promise.resolve(),
};
