import type { HttpAnswer, HttpCall } from '@workflow/outbound';
import type { Field, Json, JsonObject, RetryPolicy } from '@workflow/workflow-model';
import type { AgentMemory } from './agent-memory.ts';
import type { OpenedOperation } from './apps.ts';
import type { Children } from './child-sessions.ts';
import type { ComponentFiles } from './component-files.ts';
import type { ModelTokens } from './opened/model-server.ts';
import type { Questions } from './questions.ts';
import type { StepParts } from './step-parts.ts';
import type { StoredValues } from './stored-values.ts';
import type { Tables } from './tables.ts';
import type { SentResponse } from './sent-response.ts';
import type { Throttles } from './throttles.ts';

/** Sends requests to other servers: only to allowed hosts, aborted with the step, and part of its trace. */
export interface ComponentHttp {
  /**
   * Sends a request and follows redirects.
   * @throws StepFailure
   * @param signal aborts the request before the step ends; the call then rejects with its reason
   */
  send(call: Omit<HttpCall, 'trace'>, signal?: AbortSignal): Promise<HttpAnswer>;
}

/** The context of one attempt, for run code that waits or continues after waiting. */
export interface StepContext {
  /** `<sessionId>:<run>:<componentId>:<iteration>`, which is equal for all attempts. */
  readonly idempotencyKey: string;
  /** Returns the same for a part of the step, with its number as the iteration. */
  idempotencyKeyOfPart(number: number): string;
  readonly startedAt: Date;
  /** Set if the component continues after waiting. */
  readonly waited: { readonly until: Date | null } | null;
  /** The component's timeout of one attempt; null if it has none. */
  readonly timeoutMs: number | null;
  /** The maximum size of the output as JSON. A larger one fails the step. */
  readonly maxOutputBytes: number;
  /** Fires at the timeout of the step, or when its session has ended. */
  readonly signal: AbortSignal;
  /** The names and types of the placeholders that the component produces. */
  readonly outputs: readonly Field[];
  /** The placeholders by name, in an object without a prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  readonly http: ComponentHttp;
  readonly files: ComponentFiles;
  readonly throttles: Throttles;
  readonly modelTokens: ModelTokens;
  /**
   * Opens the credential that a property of the config names, such as a `SignIn`. Returns null if the config names
   * none. Its secrets are masked in all later records.
   * @throws StepFailure CREDENTIAL_MISSING if it was deleted or has a type that the property does not accept
   */
  openCredential<Opened extends object>(property: string): Promise<Opened | null>;
  /**
   * Reads the secret that a property of the config names. Returns null if the config names none. It is masked in all
   * later records.
   * @throws StepFailure SECRET_MISSING
   */
  openSecret(property: string): Promise<string | null>;
  /**
   * Finds an operation of an app that the config names. @throws StepFailure APP_MISSING if the app, its version or the
   * operation does not exist
   * @param pointer JSON pointer within the config to the field that names it. Default: the first one
   */
  openOperation(pointer?: string): Promise<OpenedOperation>;
  /** True after the component has waited for its turn in a throttle. */
  readonly hasTurn: boolean;
  /** True if an executor died after an earlier attempt of this run began its effect, whose result is unknown. */
  readonly mayHaveHappened: boolean;
  readonly children: Children;
  readonly questions: Questions;
  /** Returns the question of a part of the step. */
  questionsOfPart(number: number): Questions;
  readonly parts: StepParts;
  readonly memory: AgentMemory;
  /** The retry settings of the component. They are empty if the author set none. */
  readonly retry: Readonly<Partial<RetryPolicy>>;
  readonly stored: StoredValues;
  readonly tables: Tables;
  /**
   * Sends the response to the sender of the session's delivery, if one waits. Only the first response of a session
   * counts.
   */
  respond(response: SentResponse): Promise<void>;
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  /** Returns true if another component can read this field of the output. */
  isOutputRead(field: string): boolean;
  /** Runs a JavaScript function body in a sandbox process, which can read only the placeholders. @throws StepFailure */
  runProgram(source: string): Promise<Json | undefined>;
  /**
   * Runs the type's `data-job.ts` with these values in a separate process, which ends at its limits of time and memory.
   * Use it for work that grows with received data.
   * @param maxResultBytes as JSON; default: the maximum size of the output
   * @throws StepFailure of the data job; DATA_LIMIT, OUTPUT_TOO_LARGE, SANDBOX_BUSY, SANDBOX_FAILED
   */
  runDataJob(values: Readonly<JsonObject>, maxResultBytes?: number): Promise<Json>;
  /** Records the input of the component in the step. */
  recordInput(input: Json): void;
  /**
   * Records the input and commits the step as started. A type with an effect awaits it before the effect begins. Does
   * nothing if the component continues after waiting.
   * @throws if the session is over
   */
  beginEffect(input: Json): Promise<void>;
  /**
   * Decides whether a failure of this attempt may be retried, including its timeout. A component forbids it if a
   * repetition could repeat its effect. Default: the failure decides.
   */
  allowRetry(isAllowed: boolean): void;
}

/** The context of one attempt with its config, with resolved templates and defaults. */
export interface RunContext<Config = JsonObject> extends StepContext {
  readonly config: Config;
}
