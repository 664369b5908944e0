import { readFields } from '@workflow/component-kit';
import { defineRunner, readJsonSource } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/**
 * Reads JSON text into declared fields. A source that is JSON already, such as the body of an HTTP response, is used
 * unchanged.
 */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { source, path = '' } = context.config;
    context.recordInput(path === '' ? { source } : { source, path });
    return { kind: 'succeeded', output: readJsonSource(source, path, readFields(context.config.fields)) };
  },
});
