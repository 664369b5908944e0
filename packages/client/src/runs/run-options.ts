import type { Mode } from '../api.ts';

/** Values of placeholders by key. Fields of objects have dotted keys, such as `customer.name`. */
export type PlaceholderValues = Readonly<Record<string, unknown>>;

/**
 * The placeholders of published workflows, by id and by name. It is empty until a file that `workflow types` writes
 * extends it. Then the compiler checks the values of runs.
 */
export interface WorkflowPlaceholders {}

/** The values of a run: the placeholders of its workflow if they are known, otherwise anything. */
export type ValuesOf<Workflow extends string> = Workflow extends keyof WorkflowPlaceholders
  ? WorkflowPlaceholders[Workflow]
  : PlaceholderValues;

/** When a run starts and expires. */
export interface RunTimes {
  /**
   * The session starts at this time, at most 366 days ahead: a Date, or a text such as
   * `2026-12-01T08:00:00+01:00[Europe/Berlin]`. A past time means now. Default: immediately.
   */
  startAt?: Date | string | undefined;
  /** The session starts after this many seconds. Not together with `startAt`. */
  startAfterSeconds?: number | undefined;
  /** The session ends as CANCELLED with the error EXPIRED if it has not begun this many seconds after its start. */
  expireAfterSeconds?: number | undefined;
}

/** Returns only the times of a run's options, for the body of its request. */
export function timesOf({ startAt, startAfterSeconds, expireAfterSeconds }: RunTimes): RunTimes {
  return { startAt, startAfterSeconds, expireAfterSeconds };
}

export interface RunOptions extends RunTimes {
  /** The trigger to start at. Default: the only trigger that callers start. */
  componentId?: string | undefined;
  /** PROD runs the published version, TEST the draft. Default: PROD. */
  mode?: Mode | undefined;
  /**
   * Requests with the same key and content start only one session within 24 hours. 1 to 255 ASCII characters. Default:
   * a random key.
   */
  idempotencyKey?: string | undefined;
  /** Aborts the call with an AbortError. A started session continues. */
  signal?: AbortSignal | undefined;
}
