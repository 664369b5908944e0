import type { ErrorObject } from 'ajv';
import { printableKey } from '@workflow/placeholder-values';
import {
  pointerKeys,
  pointerToken,
  problemMessage,
  wrong,
  type ProblemCode,
  type Wrong,
} from '@workflow/workflow-model';

/** One problem of a value. `pointer` is a JSON pointer. `message` names the field and the rule. */
export interface SchemaProblem extends Wrong {
  pointer: string;
}

/** The maximum number of problems in one refusal. A body of a megabyte can have a hundred thousand. */
const MAX_PROBLEMS = 100;
/**
 * The maximum number of examined errors. One choice between schemas gives several, which are compared with each other.
 */
const MAX_ERRORS = 1_000;

/**
 * Converts Ajv's errors to problems of this service. Each field is named as the caller wrote it (`items[0].key must be
 * a string`), and `label` names the value itself. Each problem is reported once.
 */
export function describeSchemaErrors(errors: readonly ErrorObject[], label: string): SchemaProblem[] {
  const described = new Map<string, SchemaProblem>();
  for (const error of withoutBranches(errors.slice(0, MAX_ERRORS))) {
    const problem = describe(error, label);
    described.set(problem.message, problem);
    if (described.size === MAX_PROBLEMS) break;
  }
  return [...described.values()];
}

function describe(error: ErrorObject, label: string): SchemaProblem {
  const own: unknown =
    error.keyword === 'required'
      ? error.params.missingProperty
      : error.keyword === 'additionalProperties'
        ? error.params.additionalProperty
        : error.keyword === 'discriminator'
          ? error.params.tag
          : undefined;
  const pointer = typeof own === 'string' ? `${error.instancePath}/${pointerToken(own)}` : error.instancePath;
  return { pointer, ...ruleOf(error, nameOf(pointer) || label) };
}

/** Converts a pointer to a name: `/cases/0/port` becomes `cases[0].port`. */
export function nameOf(pointer: string): string {
  return pointerKeys(pointer).reduce(
    (name, token) =>
      /^\d+$/.test(token) && name !== ''
        ? `${name}[${token}]`
        : `${name}${name === '' ? '' : '.'}${printableKey(token)}`,
    '',
  );
}

/** Returns a problem of a field with another name for that field. */
export function renamed({ code, values }: Wrong, field: string): Wrong {
  const named = { ...values, ...('field' in values && { field }) };
  return { code, values: named, message: problemMessage(code, named) };
}

/** The parameters of Ajv's errors. */
interface SchemaErrorParams {
  type: string;
  format: string;
  pattern: string;
  limit: number;
  allowedValues: unknown[];
  tag: string;
  tagValue: unknown;
}

function ruleOf(error: ErrorObject, field: string): Wrong {
  const params = error.params as SchemaErrorParams;
  const { limit } = params;
  const schema = (error.parentSchema ?? {}) as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return wrong('REQUIRED', { field });
    case 'additionalProperties':
      return wrong('FIELD_UNKNOWN', { field });
    case 'type':
      return ofWrongType(schema, params.type, field);
    case 'enum':
      return wrong('NOT_ALLOWED', { field, allowed: params.allowedValues.map(String) });
    case 'discriminator':
      return typeof params.tagValue === 'string'
        ? wrong('NOT_ALLOWED', { field, allowed: tagsOf(schema, params.tag) })
        : wrong('REQUIRED', { field });
    case 'format':
      return wrong('WRONG_TYPE', { field, expected: params.format });
    case 'pattern':
      return typeof schema['x-message'] === 'string'
        ? wrong('FIELD_RULE', { field, rule: schema['x-message'] })
        : wrong('WRONG_FORMAT', { field, pattern: params.pattern });
    case 'minLength':
      return limit === 1 ? wrong('EMPTY', { field }) : wrong('TOO_SHORT', { field, limit });
    case 'uniqueItems':
      return wrong('ITEM_TWICE', { field });
    case 'anyOf':
    case 'oneOf':
      return wrong('WRONG_TYPE', { field, expected: branchTypes(error.schema) });
    default: {
      const code = LIMIT_CODES[error.keyword];
      return code === undefined
        ? wrong('FIELD_RULE', { field, rule: error.message ?? 'is not valid' })
        : wrong(code, { field, limit });
    }
  }
}

/** Returns the values of the property that selects one of several schemas. */
function tagsOf(schema: Record<string, unknown>, tag: string): string[] {
  const choices = (schema['oneOf'] ?? []) as { properties?: Record<string, { enum?: string[] }> }[];
  return choices.flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
}

type LimitCode = Exclude<
  Extract<ProblemCode, `TOO_${string}` | 'NOT_ABOVE' | 'NOT_BELOW'>,
  'TOO_MANY_TEMPLATES' | 'TOO_MANY_TRIGGERS'
>;

/** The codes of keywords that set a limit. */
const LIMIT_CODES: Readonly<Record<string, LimitCode>> = {
  maxLength: 'TOO_LONG',
  minItems: 'TOO_FEW_ITEMS',
  maxItems: 'TOO_MANY_ITEMS',
  minProperties: 'TOO_FEW_FIELDS',
  maxProperties: 'TOO_MANY_FIELDS',
  minimum: 'TOO_LOW',
  maximum: 'TOO_HIGH',
  exclusiveMinimum: 'NOT_ABOVE',
  exclusiveMaximum: 'NOT_BELOW',
};

/**
 * Returns the problem of a wrong type. It reports the narrowest rule: the allowed values or the format, if there are
 * any.
 */
function ofWrongType(schema: Record<string, unknown>, type: string, field: string): Wrong {
  if (Array.isArray(schema.enum)) return wrong('NOT_ALLOWED', { field, allowed: schema.enum.map(String) });
  return wrong('WRONG_TYPE', { field, expected: typeof schema.format === 'string' ? schema.format : type });
}

function branchTypes(branches: unknown): string[] {
  const types = (branches as { type?: string }[]).map(({ type }) => type ?? 'another value');
  return [...new Set(types)];
}

/**
 * Removes redundant errors of a choice between schemas. The message is either from the schema with the value's type or
 * from the choice itself.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  if (choices.length === 0) return [...errors];
  const branchesOf = (choice: ErrorObject) =>
    errors.filter(
      (error) =>
        error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath.startsWith(choice.instancePath),
    );
  const silent = new Set<ErrorObject>();
  for (const choice of choices) {
    const branches = branchesOf(choice);
    const wrongType = branches.filter(
      (error) => error.keyword === 'type' && error.instancePath === choice.instancePath,
    );
    const ofOtherTypes = wrongType.map(({ schemaPath }) => schemaPath.slice(0, -'type'.length));
    const fitting = branches.filter(({ schemaPath }) => !ofOtherTypes.some((other) => schemaPath.startsWith(other)));
    for (const error of branches) if (!fitting.includes(error)) silent.add(error);
    if (fitting.length > 0) silent.add(choice);
  }
  return errors.filter((error) => !silent.has(error));
}
