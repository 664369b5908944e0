import type { Mode } from '../api.ts';

/** Values of placeholders by key; fields of objects by dotted keys, such as `customer.name`. */
export type PlaceholderValues = Readonly<Record<string, unknown>>;

/**
 * The placeholders of published workflows, by id and by name. Empty until a file that `workflow types` writes extends
 * it; then `run` and its siblings are checked by the compiler.
 */
export interface WorkflowPlaceholders {}

/** What a run of the workflow takes: its own placeholders where they are known, anything else otherwise. */
export type ValuesOf<Workflow extends string> = Workflow extends keyof WorkflowPlaceholders
  ? WorkflowPlaceholders[Workflow]
  : PlaceholderValues;

export interface RunOptions {
  /** Where to start; the only trigger that callers start where left out. */
  componentId?: string | undefined;
  /** PROD runs the published version, TEST the draft. Default: PROD. */
  mode?: Mode | undefined;
  /**
   * The same key and request start one session within 24 hours; one is made where left out. 1 to 255 characters of
   * ASCII.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call with an AbortError; what was started goes on. */
  signal?: AbortSignal | undefined;
}
