import { defineRunner, isTruthy, whenReady } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Takes the port `true` or `false`. Values that are not boolean count as JSONata's `$boolean()` has it. */
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
