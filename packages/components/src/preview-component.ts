import type { Json, JsonObject } from '@workflow/workflow-model';

/**
 * What a component gives over sample values, computed in a browser by the functions that run; undefined: it cannot be
 * computed there.
 *
 * @param steps of the list that the component works through, how many count; all when left out
 * @throws StepFailure as its step would fail
 */
export type PreviewComponent = (
  config: JsonObject,
  placeholders: Readonly<JsonObject>,
  steps?: number,
) => Promise<Json | undefined>;
