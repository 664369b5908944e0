import type { HttpAnswer, HttpCall } from '@workflow/outbound';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import type { Children } from './child-sessions.ts';
import type { ComponentFiles } from './component-files.ts';
import type { ModelTokens } from './opened/model-server.ts';
import type { Questions } from './questions.ts';
import type { StoredValues } from './stored-values.ts';
import type { Tables } from './tables.ts';
import type { SentResponse } from './sent-response.ts';
import type { Throttles } from './throttles.ts';

/** Requests to other servers: to allowed addresses only, ended with the step, and part of its trace. */
export interface ComponentHttp {
  /** Follows redirects. @throws StepFailure */
  send(call: Omit<HttpCall, 'trace'>): Promise<HttpAnswer>;
}

/** What run code sees of one try of a component while it waits or goes on after waiting. */
export interface StepContext {
  /** `<sessionId>:<run>:<componentId>:<iteration>`, the same for every try. */
  readonly idempotencyKey: string;
  readonly startedAt: Date;
  /** Set when the component goes on after it was waiting. */
  readonly waited: { readonly until: Date | null } | null;
  /** The component's time limit for one try; null: it has none. */
  readonly timeoutMs: number | null;
  /** A larger output, as JSON, fails the step. */
  readonly maxOutputBytes: number;
  /** Fires when the step's time is up or its session is over. */
  readonly signal: AbortSignal;
  /** Names and types of the placeholders that the component produces. */
  readonly outputs: readonly Field[];
  /** Placeholders by name; without a prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  readonly http: ComponentHttp;
  readonly files: ComponentFiles;
  readonly throttles: Throttles;
  readonly modelTokens: ModelTokens;
  /**
   * What the credential that a property of the config names gives to run code, such as a `SignIn`; null where the
   * config names none. Its secrets are masked in whatever is recorded from then on.
   * @throws StepFailure CREDENTIAL_MISSING when it is gone or of a type that the property does not take
   */
  openCredential<Opened extends object>(property: string): Promise<Opened | null>;
  /**
   * The value of the organization's secret that a property of the config names; null where the config names none. It is
   * masked in whatever is recorded from then on.
   * @throws StepFailure SECRET_MISSING
   */
  openSecret(property: string): Promise<string | null>;
  /** The component waited for its turn in a throttle. */
  readonly hasTurn: boolean;
  readonly children: Children;
  readonly questions: Questions;
  readonly stored: StoredValues;
  readonly tables: Tables;
  /** Answers the sender of the session's delivery, if one waits. Of a session, the first answer counts. */
  respond(response: SentResponse): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whether another component may read this field of the output. */
  isOutputRead(field: string): boolean;
  /**
   * Runs a JavaScript function body in a sandbox process, where it sees the placeholders and nothing else.
   * @throws StepFailure
   */
  runProgram(source: string): Promise<Json | undefined>;
  /**
   * Runs the type's `work.ts` over these values in a process of its own, which ends at its limits of time and memory
   * whatever the values are: for what grows with data of others.
   * @param maxResultBytes as JSON; the largest output when left out
   * @throws StepFailure of the work; DATA_LIMIT, OUTPUT_TOO_LARGE, SANDBOX_BUSY, SANDBOX_FAILED
   */
  runWork(values: Readonly<JsonObject>, maxResultBytes?: number): Promise<Json>;
  /** Keeps what the component worked on for the step's record. */
  recordInput(input: Json): void;
  /**
   * The same, and commits the step as begun: a type with an effect awaits it before the effect begins. Does nothing
   * more when the component goes on after waiting. @throws when the session is over
   */
  beginEffect(input: Json): Promise<void>;
}

/** One try of a component, with its config: templates resolved, defaults filled in. */
export interface RunContext<Config = JsonObject> extends StepContext {
  readonly config: Config;
}
