import type { Json, JsonObject } from '@workflow/workflow-model';
import type { ComponentFiles } from './component-files.ts';
import type { ComponentHttp } from './run-context.ts';

/** Items of one poll; more wait for the next one, which follows at once. */
export const MAX_POLLED = 100;

/** How much one poll takes, of what others may make large. */
export interface PollLimits {
  /** Items of one poll. */
  readonly maxItems: number;
  /** Bytes of what an item is made of, such as a mail. */
  readonly maxItemBytes: number;
  /** Files of an item. */
  readonly maxItemFiles: number;
  /** Bytes of an item as JSON. */
  readonly maxOutputBytes: number;
  /** After which `signal` fires, in milliseconds. */
  readonly timeoutMs: number;
}

/** One poll of a trigger: what it may use, and where the last one stopped. */
export interface PollContext<Config> {
  readonly config: Config;
  /** What the last poll that ended gave; null: this is the first one of what the config names. */
  readonly position: Json;
  /** Fires when the time of the poll is up, or the executor stops. */
  readonly signal: AbortSignal;
  readonly limits: PollLimits;
  readonly http: ComponentHttp;
  /** Files that are stored for what a poll found are kept as long as the sessions that it starts. */
  readonly files: Pick<ComponentFiles, 'write'>;
  /** As in a step. @throws StepFailure CREDENTIAL_MISSING */
  openCredential<Opened extends object>(property: string): Promise<Opened>;
  /**
   * Runs the type's `work.ts` over what others sent, as in a step.
   * @throws StepFailure of the work; DATA_LIMIT, OUTPUT_TOO_LARGE, SANDBOX_BUSY, SANDBOX_FAILED
   */
  runWork(values: Readonly<JsonObject>, limits: { timeoutMs: number; maxResultBytes: number }): Promise<Json>;
}

export interface PollResult {
  /** Values of the component's placeholder, each of which starts a session, in this order; at most `MAX_POLLED`. */
  readonly items: readonly Json[];
  /** What the next poll begins at. It is committed with the sessions, so that each item starts one of them. */
  readonly position: Exclude<Json, null>;
  /** More is there: the next poll follows at once. */
  readonly hasMore: boolean;
  /** What people should know of a poll that succeeded, in a sentence. */
  readonly note?: string;
}

/**
 * Looks for what is new. It changes nothing elsewhere, since what it finds may be found again.
 * @throws StepFailure, whose `retryAfterMs` delays the next poll
 */
export type Poll<Config> = (context: PollContext<Config>) => Promise<PollResult>;
