import { defineRunner } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Sets the session's output; of several that ran, the last in the definition's order counts. */
export const runner = defineRunner(descriptor, {
  run: ({ config }) => ({ kind: 'succeeded', output: config.value }),
});
