import { readValueType } from '@workflow/component-kit';
import { conformValue, defineRunner } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

export const runner = defineRunner(descriptor, {
  async run(context) {
    const { source } = context.config;
    await context.beginEffect({ source });
    // JSON has no `undefined`. A function without `return` returns null.
    const value = (await context.runProgram(source)) ?? null;
    return { kind: 'succeeded', output: conformValue(value, readValueType(context.config), 'the result') };
  },
});
