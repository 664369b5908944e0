import { readFields } from '@workflow/component-kit';
import { defineRunner, readJsonSource } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/**
 * Reads a JSON text into declared fields. A source that is JSON already, as an HTTP answer's body, is taken as it is.
 */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { source, path = '' } = context.config;
    context.recordInput(path === '' ? { source } : { source, path });
    return { kind: 'succeeded', output: readJsonSource(source, path, readFields(context.config.fields)) };
  },
});
