import type { ComponentRunner } from '@workflow/component-kit/run';
import type { Json, JsonObject, PinnedOutput } from '@workflow/workflow-model';

/** The first text in the step's input. */
const STAND_IN = 'stand-in: no app or credential is chosen yet, so this component did not run';

/**
 * Replaces run code in a TEST run. Its step shows the config with resolved templates, and returns the pinned output.
 */
export function standInRunner({ json, port }: PinnedOutput): ComponentRunner {
  return {
    run: (context: { config: JsonObject; recordInput(input: Json): void }) => {
      context.recordInput({ standIn: STAND_IN, ...context.config });
      return { kind: 'succeeded', output: JSON.parse(json) as Json, port };
    },
  };
}
