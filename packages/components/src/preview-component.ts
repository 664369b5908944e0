import type { Json, JsonObject } from '@workflow/workflow-model';

/**
 * Computes the output of a component from sample values in a browser, with the functions that run it. Returns undefined
 * if it cannot be computed there.
 * @param steps the number of list operations to apply; default: all
 * @throws StepFailure as its step would fail
 */
export type PreviewComponent = (
  config: JsonObject,
  placeholders: Readonly<JsonObject>,
  steps?: number,
) => Promise<Json | undefined>;
