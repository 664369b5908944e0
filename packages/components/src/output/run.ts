import { defineRunner } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Sets the output of the session. If several run, the last in the order of the definition counts. */
export const runner = defineRunner(descriptor, {
  run: ({ config }) => ({ kind: 'succeeded', output: config.value }),
});
