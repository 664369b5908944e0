import type { Definition, HiddenValue, Json, JsonObject } from '@workflow/workflow-model';

/** Hides what is sensitive in the values that a session of a definition is started with; null: nothing is. */
export type HideStart = (
  definition: Definition,
  values: Readonly<JsonObject>,
  inherited: readonly Json[],
) => { shown: JsonObject; hidden: HiddenValue } | null;
