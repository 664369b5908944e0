import { readValueType } from '@workflow/component-kit';
import { conformValue, defineRunner, whenReady } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Calculates a value of the declared type. */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { expression } = context.config;
    context.recordInput({ expression: expression.source });
    return whenReady(expression(), (value) => ({
      kind: 'succeeded',
      output: conformValue(value, readValueType(context.config), 'the result'),
    }));
  },
});
