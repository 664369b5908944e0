import { defineRunner, isTruthy, whenReady } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Continues on `true` or `false`. Other values are converted as by JSONata's `$boolean()`. */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { expression } = context.config;
    context.recordInput({ expression: expression.source });
    return whenReady(expression(), (value) => {
      const holds = isTruthy(value);
      return { kind: 'succeeded', output: holds, port: holds ? 'true' : 'false' };
    });
  },
});
