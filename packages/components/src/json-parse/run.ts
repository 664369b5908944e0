import { readFields } from '@workflow/component-kit';
import {
  checkParsedFields,
  defineRunner,
  hasTooManyShapes,
  readJsonFields,
  StepFailure,
  TOO_MANY_SHAPES,
  valueOrFailure,
  type Checked,
  type Field,
  type Json,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/**
 * Reads a JSON text into declared fields. A source that is JSON already, as an HTTP answer's body, is taken as it is.
 */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { source } = context.config;
    const fields = readFields(context.config.fields);
    context.recordInput({ source });
    const checked = typeof source === 'string' ? read(source, fields) : checkParsedFields(source, fields);
    return { kind: 'succeeded', output: valueOrFailure(checked) };
  },
});

function read(source: string, fields: Field[]): Checked<Json> {
  if (hasTooManyShapes(source)) throw new StepFailure('OUTPUT_TOO_LARGE', `source ${TOO_MANY_SHAPES}`);
  try {
    return readJsonFields(source, fields);
  } catch (error) {
    throw new StepFailure('JSON_INVALID', `source is not JSON: ${withoutExcerpt((error as Error).message)}`);
  }
}

/** V8 quotes a few characters of the source around the fault: a piece of a secret, where it is one. */
function withoutExcerpt(message: string): string {
  return message.replace(/,? (\.\.\.)?".*is not valid JSON$/s, '');
}
