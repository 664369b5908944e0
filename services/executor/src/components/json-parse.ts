import { readFields } from '@workflow/component-catalog';
import { checkParsedFields, readJsonFields, type Checked } from '@workflow/validation';
import type { Field, Json } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../failures/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { whenReady } from './component.ts';
import { valueOrFailure } from './conform-value.ts';

/**
 * Reads a JSON text into declared fields. A source that is JSON already, as an HTTP answer's body, is taken as it is.
 */
export const jsonParse: ComponentType = {
  prepare(component) {
    const source = compileTemplate(component.config.source ?? '');
    const fields = readFields(component.config.fields);
    return (context) => whenReady(source(context), (value) => parse(context, value, fields));
  },
};

function parse(context: StepContext, source: Json, fields: Field[]): StepResult {
  context.recordInput({ source });
  const checked = typeof source === 'string' ? read(source, fields) : checkParsedFields(source, fields);
  return { kind: 'succeeded', output: valueOrFailure(checked) };
}

function read(source: string, fields: Field[]): Checked<Json> {
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
