import type { Json, JsonObject } from '@workflow/workflow-model';
import type { ComponentFiles } from './component-files.ts';
import type { ComponentHttp } from './run-context.ts';

/** The maximum number of items of one poll. The next poll follows immediately if there are more. */
export const MAX_POLLED = 100;

/** The limits of one poll, because the polled server controls the size of the data. */
export interface PollLimits {
  /** The maximum number of items. */
  readonly maxItems: number;
  /** The maximum size of the source of an item, such as a mail. */
  readonly maxItemBytes: number;
  /** The maximum number of files of an item. */
  readonly maxItemFiles: number;
  /** The maximum size of an item as JSON. */
  readonly maxOutputBytes: number;
  /** The time after which `signal` fires, in milliseconds. */
  readonly timeoutMs: number;
}

/** The context of one poll: its dependencies, and the position of the last one. */
export interface PollContext<Config> {
  readonly config: Config;
  /** The position of the last completed poll. It is null for the first one after the config changed. */
  readonly position: Json;
  /** Fires at the timeout of the poll, or when the executor stops. */
  readonly signal: AbortSignal;
  readonly limits: PollLimits;
  readonly http: ComponentHttp;
  /** Files that a poll stores exist as long as the sessions that it starts. */
  readonly files: Pick<ComponentFiles, 'write'>;
  /** Opens a credential, as in a step. @throws StepFailure CREDENTIAL_MISSING */
  openCredential<Opened extends object>(property: string): Promise<Opened>;
  /**
   * Runs the type's `data-job.ts` on received data, as in a step.
   * @throws StepFailure of the data job; DATA_LIMIT, OUTPUT_TOO_LARGE, SANDBOX_BUSY, SANDBOX_FAILED
   */
  runDataJob(values: Readonly<JsonObject>, limits: { timeoutMs: number; maxResultBytes: number }): Promise<Json>;
}

export interface PollResult {
  /** The values of the component's placeholder, at most `MAX_POLLED`. Each starts a session, in this order. */
  readonly items: readonly Json[];
  /**
   * The position at which the next poll begins. It is committed with the sessions, so that each item starts exactly
   * one.
   */
  readonly position: Exclude<Json, null>;
  /** True if there are more items. The next poll then follows after a second. */
  readonly hasMore: boolean;
  /** A sentence about a successful poll for people. */
  readonly note?: string;
}

/**
 * Finds new items. It must have no side effect, because it may find the same items again.
 * @throws StepFailure, whose `retryAfterMs` delays the next poll
 */
export type Poll<Config> = (context: PollContext<Config>) => Promise<PollResult>;
