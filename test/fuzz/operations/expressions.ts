import fc from 'fast-check';
import type { Component } from '@workflow/workflow-model';
import { cheapExpressions, expressions, MAX_EXPRESSION } from '../grammar/expressions.ts';
import { write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, texts } from '../grammar/texts.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';
import { runBodyOf, type SentValues } from './run-bodies.ts';

/** The places of expressions in a definition. */
const PLACES = {
  transform: (expression: string) => component('transform', { expression, type: 'JSON' }, { output: 'o' }),
  condition: (expression: string) => component('condition', { expression }),
  switch: (expression: string) => component('switch', { cases: [{ port: 'a', expression }] }),
  output: (expression: string) => component('output', { value: `a {{ ${expression} }} b` }),
  templates: (expression: string) =>
    component('output', { value: Array.from({ length: 20 }, () => `{{ ${expression} }}`) }),
  url: (expression: string) =>
    component('http-request', { method: 'GET', url: `http://127.0.0.1:9/{{ ${expression} }}` }),
  delay: (expression: string) => component('delay', { until: `{{ ${expression} }}` }),
  'json-parse': (source: string) =>
    component('json-parse', { source: `{{ ${source} }}`, fields: [{ key: 'a', type: 'TEXT' }] }),
} satisfies Record<string, (expression: string) => Component>;

interface ExpressionPlan extends SentValues {
  place: keyof typeof PLACES;
  expression: Pattern;
  mode: 'TEST' | 'PROD';
}

/** Expressions in steps are evaluated in the executor or its sandboxes, and parsed where definitions are checked. */
export const stepExpressions: Operation<ExpressionPlan> = {
  name: 'expressions of steps',
  plans: fc.record({
    place: fc.constantFrom(...(Object.keys(PLACES) as (keyof typeof PLACES)[])),
    expression: fc.oneof(expressions, cheapExpressions),
    text: texts,
    json: jsonTexts,
    mode: fc.constantFrom('TEST', 'PROD'),
  }),
  act: async ({ place, expression, mode, ...values }, hostile) => {
    const [input] = textTriggers();
    const step = PLACES[place](write(expression, MAX_EXPRESSION));
    const id = await hostile.publish(chain(input, { ...step, timeoutSeconds: 5 }));
    if (id === null) return;
    await hostile.send('POST', '/v1/workflow/run', runBodyOf(id, input.id, values, `,"mode":"${mode}"`), {
      prefer: 'wait=5',
    });
  },
};
