import { findComponentType, outputsOf, sensitivityOf } from '@workflow/components/descriptors';
import {
  describeUnboundedPart,
  findCostlyPart,
  parseExpression,
  type ParsedExpression,
} from '@workflow/expressions/parsing';
import {
  fieldsWithin,
  hasSensitive,
  wrong,
  type Definition,
  type DefinitionProblem,
  type Field,
  type Wrong,
} from '@workflow/workflow-model';
import { MIN_KEY_INPUT } from '../flow/compile-bounded.ts';

/** The place of an expression, and the problem to report if it reads sensitive values. */
interface KeyPlace {
  field: string;
  path: string;
  sensitiveCode: 'KEY_OF_SENSITIVE' | 'LABEL_OF_SENSITIVE';
}

/** Returns the problems of a key: it must parse, be cheap, and read only placeholders that a trigger produces. */
export function checkKeyExpression(
  definition: Definition,
  source: string | undefined,
  { field, path: pointer, sensitiveCode }: KeyPlace,
): DefinitionProblem[] {
  if (source === undefined) return [];
  const problem = (what: Wrong): DefinitionProblem => ({ componentId: null, path: pointer, ...what });
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed.problems.map((reason) => problem(wrong('KEY_INVALID', { field, reason })));
  const unbounded = boundProblem(parsed.value, field);
  if (unbounded !== null) return [problem(unbounded)];
  const made = madeByTriggers(definition);
  return parsed.value.references.flatMap(({ path }) => {
    const placeholder = path.join('.');
    if (!exists(made, path)) return [problem(wrong('KEY_PLACEHOLDER_UNKNOWN', { field, placeholder }))];
    return isSensitive(definition, made, path) ? [problem(wrong(sensitiveCode, { field, placeholder }))] : [];
  });
}

/**
 * Returns the problem of an expression that is evaluated before a session exists: it uses a secret or an address, or
 * its cost is not bounded. Returns null if there is none.
 */
export function boundProblem(parsed: ParsedExpression, field: string): Wrong | null {
  const { kind, source, secretNames, addresses, maxInputSize } = parsed;
  if (secretNames.length > 0) return wrong('KEY_OF_SECRET', { field });
  if (addresses.length > 0) return wrong('KEY_OF_ADDRESS', { field });
  if (kind === 'general') return wrong('KEY_UNBOUNDED', { field, reason: String(describeUnboundedPart(source)) });
  return maxInputSize < MIN_KEY_INPUT ? tooCostly(field, source) : null;
}

/** Returns true if the value at the path is sensitive, contains a sensitive value, or is the source of one. */
export function isSensitive(definition: Definition, made: readonly Field[], path: readonly string[]): boolean {
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

export function madeByTriggers(definition: Definition): Field[] {
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

/** Returns true if a path leads to a placeholder, or into one whose fields are not declared. */
function exists(fields: readonly Field[], [name, ...rest]: readonly string[]): boolean {
  return fields.some(
    (field) =>
      field.key === name && (rest.length === 0 || field.type === 'JSON' || exists(fieldsWithin(field) ?? [], rest)),
  );
}

/** Checks the label of sessions, which is computed as keys are. */
export function checkLabel(definition: Definition): DefinitionProblem[] {
  return checkKeyExpression(definition, definition.label, {
    field: 'label',
    path: '/label',
    sensitiveCode: 'LABEL_OF_SENSITIVE',
  });
}
