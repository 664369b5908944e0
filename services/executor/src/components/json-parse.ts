import { readFields } from '@workflow/component-catalog';
import type { Field, Json } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { whenReady } from './component.ts';
import { conformValue } from './conform-value.ts';

/** Reads a JSON text into declared fields. A source that is JSON already, as an HTTP answer's body, is taken as it is. */
export const jsonParse: ComponentType = {
  hasEffect: false,
  prepare(component) {
    const source = compileTemplate(component.config.source ?? '');
    const fields = readFields(component.config.fields);
    return (context) => whenReady(source(context), (value) => parse(context, value, fields));
  },
};

function parse(context: StepContext, source: Json, fields: Field[]): StepResult {
  context.recordInput({ source });
  return { kind: 'succeeded', output: conformValue(typeof source === 'string' ? parseJson(source) : source, { type: 'OBJECT', fields }, '') };
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new StepFailure('JSON_INVALID', `source is not JSON: ${withoutExcerpt((error as Error).message)}`);
  }
}

/** V8 quotes a few characters of the source around the fault: a piece of a secret, where it is one. */
function withoutExcerpt(message: string): string {
  return message.replace(/,? (\.\.\.)?".*is not valid JSON$/s, '');
}
