import type { JsonSchema } from '@workflow/component-kit';
import {
  DELIVER,
  FLOW_LIMITS,
  ON_LIMIT,
  PRIORITIES,
  wrong,
  type Definition,
  type DefinitionProblem,
  type Wrong,
} from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { MAX_EXPRESSION_LENGTH } from '@workflow/expressions/parsing';
import { checkKeyExpression, isSensitive, madeByTriggers } from './check-key-expression.ts';

const { maxConcurrent, minSeconds, maxSeconds, maxItems } = FLOW_LIMITS;

const key: JsonSchema = { type: 'string', minLength: 1, maxLength: MAX_EXPRESSION_LENGTH };

const flowSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    concurrency: {
      type: 'object',
      additionalProperties: false,
      required: ['limit'],
      properties: {
        key,
        limit: { type: 'integer', minimum: 1, maximum: maxConcurrent },
        onLimit: { type: 'string', enum: [...ON_LIMIT] },
      },
    },
    order: { type: 'object', additionalProperties: false, properties: { key } },
    gather: {
      type: 'object',
      additionalProperties: false,
      required: ['quietSeconds', 'maxSeconds'],
      properties: {
        key,
        quietSeconds: { type: 'number', minimum: minSeconds, maximum: maxSeconds },
        maxSeconds: { type: 'number', minimum: minSeconds, maximum: maxSeconds },
        maxItems: { type: 'integer', minimum: 1, maximum: maxItems },
        deliver: { type: 'string', enum: [...DELIVER] },
      },
    },
    priority: { type: 'string', enum: [...PRIORITIES] },
  },
};

const findProblems = compilePointedSchema({ type: 'object', properties: { flow: flowSchema } }, 'the definition');

/** Returns the problems of flow control: unknown fields, wrong values, and keys that cannot be computed. */
export function checkFlow(definition: Definition): DefinitionProblem[] {
  const { flow } = definition;
  if (flow === undefined) return [];
  const shape = findProblems({ flow });
  if (shape.length > 0) return shape.map(({ pointer, ...what }) => problemAt(pointer, what));
  const problems = [
    ...(['concurrency', 'order', 'gather'] as const).flatMap((rule) =>
      checkKeyExpression(definition, flow[rule]?.key, {
        field: `flow.${rule}.key`,
        path: `/flow/${rule}/key`,
        sensitiveCode: 'KEY_OF_SENSITIVE',
      }),
    ),
    ...checkGather(definition),
  ];
  if ((flow.concurrency?.onLimit ?? 'queue') !== 'queue')
    for (const rule of ['order', 'gather'] as const) {
      if (flow[rule] === undefined) continue;
      const conflict = wrong('ON_LIMIT_CONFLICT', { field: 'flow.concurrency.onLimit', rule: `flow.${rule}` });
      problems.push(problemAt('/flow/concurrency/onLimit', conflict));
    }
  return problems;
}

/** Checks the gathering of requests. Their values are stored unencrypted until the session starts. */
function checkGather(definition: Definition): DefinitionProblem[] {
  if (definition.flow?.gather === undefined) return [];
  const field = 'flow.gather';
  const sensitive = madeByTriggers(definition).filter(({ key }) => isSensitive(definition, [], [key]));
  return sensitive.map(({ key }) => problemAt('/flow/gather', wrong('GATHER_SENSITIVE', { field, placeholder: key })));
}

function problemAt(path: string, what: Wrong): DefinitionProblem {
  return { componentId: null, path, ...what };
}
