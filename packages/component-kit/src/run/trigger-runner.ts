import type { Json } from '@workflow/workflow-model';
import type { ComponentRunner } from './define-runner.ts';
import type { StepContext } from './run-context.ts';

/** Returns the values with which the session was started, as the placeholders of the trigger. */
export const triggerRunner: ComponentRunner = {
  run({ outputs, placeholders }: StepContext) {
    const output: { [key: string]: Json } = {};
    for (const { key } of outputs) {
      const value = placeholders[key];
      if (value !== undefined) output[key] = value;
    }
    return { kind: 'succeeded', output };
  },
};
