import { findComponentType, outputsOf, sensitivityOf } from '@workflow/components/descriptors';
import type { JsonSchema } from '@workflow/component-kit';
import {
  DELIVER,
  fieldsWithin,
  FLOW_LIMITS,
  hasSensitive,
  ON_LIMIT,
  PRIORITIES,
  wrong,
  type Definition,
  type DefinitionProblem,
  type Field,
  type Wrong,
} from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import {
  describeUnboundedPart,
  findCostlyPart,
  MAX_EXPRESSION_LENGTH,
  parseExpression,
} from '@workflow/expressions/parsing';
import { MIN_KEY_INPUT } from '../flow/compile-key.ts';

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

/** Problems of the limits on what runs at once: unknown parts, wrong values, and keys that cannot be computed. */
export function checkFlow(definition: Definition): DefinitionProblem[] {
  const { flow } = definition;
  if (flow === undefined) return [];
  const shape = findProblems({ flow });
  if (shape.length > 0) return shape.map(({ pointer, ...what }) => problemAt(pointer, what));
  const problems = [
    ...checkKey(definition, 'concurrency', flow.concurrency?.key),
    ...checkKey(definition, 'order', flow.order?.key),
    ...checkKey(definition, 'gather', flow.gather?.key),
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

/** The expression parses, costs little, and reads only placeholders that some trigger makes. */
function checkKey(definition: Definition, rule: 'concurrency' | 'order' | 'gather', source: string | undefined) {
  if (source === undefined) return [];
  const field = `flow.${rule}.key`;
  const problem = (what: Wrong): DefinitionProblem => problemAt(`/flow/${rule}/key`, what);
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed.problems.map((reason) => problem(wrong('KEY_INVALID', { field, reason })));
  const { kind, references, secretNames, maxInputSize } = parsed.value;
  if (secretNames.length > 0) return [problem(wrong('KEY_OF_SECRET', { field }))];
  if (kind === 'general')
    return [problem(wrong('KEY_UNBOUNDED', { field, reason: String(describeUnboundedPart(parsed.value.source)) }))];
  if (maxInputSize < MIN_KEY_INPUT) return [problem(tooCostly(field, parsed.value.source))];
  const made = madeByTriggers(definition);
  return references.flatMap(({ path }) => {
    const placeholder = path.join('.');
    if (!exists(made, path)) return [problem(wrong('KEY_PLACEHOLDER_UNKNOWN', { field, placeholder }))];
    return isSensitive(definition, made, path) ? [problem(wrong('KEY_OF_SENSITIVE', { field, placeholder }))] : [];
  });
}

/** What is gathered is kept as it comes until the session starts. */
function checkGather(definition: Definition): DefinitionProblem[] {
  if (definition.flow?.gather === undefined) return [];
  const field = 'flow.gather';
  const sensitive = madeByTriggers(definition).filter(({ key }) => isSensitive(definition, [], [key]));
  return sensitive.map(({ key }) => problemAt('/flow/gather', wrong('GATHER_SENSITIVE', { field, placeholder: key })));
}

/** Whether the value at the path is, or holds, a sensitive one, or what one is read from. */
function isSensitive(definition: Definition, made: readonly Field[], path: readonly string[]): boolean {
  const [name = ''] = path;
  const sensitivity = sensitivityOf(definition);
  if (sensitivity === null) return false;
  if (sensitivity.sources.has(name)) return true;
  return leadsToSensitive(path.length > 1 ? made : (sensitivity.fields.get(name) ?? []), path);
}

function leadsToSensitive(fields: readonly Field[], [name, ...rest]: readonly string[]): boolean {
  return fields.some((field) => {
    if (field.key !== name) return false;
    if (field.sensitive === true || rest.length === 0) return hasSensitive(field);
    return leadsToSensitive(fieldsWithin(field) ?? [], rest);
  });
}

function madeByTriggers(definition: Definition): Field[] {
  return definition.components.flatMap((component) =>
    findComponentType(component)?.isTrigger === true ? outputsOf(component) : [],
  );
}

function tooCostly(field: string, source: string): Wrong {
  const position = findCostlyPart(source, MIN_KEY_INPUT);
  return position === null
    ? wrong('KEY_COSTLY', { field, limit: MIN_KEY_INPUT })
    : wrong('KEY_PART_COSTLY', { field, position, limit: MIN_KEY_INPUT });
}

/** Whether a path leads to a placeholder, or into one whose fields are not declared. */
function exists(fields: readonly Field[], [name, ...rest]: readonly string[]): boolean {
  return fields.some(
    (field) =>
      field.key === name && (rest.length === 0 || field.type === 'JSON' || exists(fieldsWithin(field) ?? [], rest)),
  );
}

function problemAt(path: string, what: Wrong): DefinitionProblem {
  return { componentId: null, path, ...what };
}
