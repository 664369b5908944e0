import type { ErrorObject } from 'ajv';
import { printableKey } from '@workflow/values';

/** One thing wrong in a value. `pointer` is a JSON pointer; `message` names the field and says what it must be. */
export interface SchemaProblem {
  pointer: string;
  message: string;
}

/** Problems that one refusal names at most; a body of a megabyte can have a hundred thousand. */
const MAX_PROBLEMS = 100;
/** Errors that are looked at for them: one choice between schemas gives several, which are compared with each other. */
const MAX_ERRORS = 1_000;

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};
const FORMAT_NAMES: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an ISO-8601 date-time',
  date: 'an ISO-8601 date',
  email: 'an email address',
  uri: 'a URI',
};

/**
 * Puts Ajv's errors in this service's words, each field named as the caller wrote it (`items[0].key must be a string`).
 * `label` names the value itself. Each problem once.
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
        : undefined;
  const pointer =
    typeof own === 'string'
      ? `${error.instancePath}/${own.replaceAll('~', '~0').replaceAll('/', '~1')}`
      : error.instancePath;
  return { pointer, message: `${nameOf(pointer) || label} ${predicate(error)}` };
}

/** `/cases/0/port` as `cases[0].port`. */
export function nameOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (name, token) =>
        /^\d+$/.test(token) && name !== ''
          ? `${name}[${token}]`
          : `${name}${name === '' ? '' : '.'}${printableKey(token)}`,
      '',
    );
}

/** Message of an error, by Ajv's keyword. */
interface SchemaErrorParams {
  type: string;
  format: string;
  pattern: string;
  limit: number;
  allowedValues: unknown[];
}

function predicate(error: ErrorObject): string {
  const params = error.params as SchemaErrorParams;
  const schema = (error.parentSchema ?? {}) as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'type':
      return mustBeOfType(schema, params.type);
    case 'enum':
      return oneOf(params.allowedValues);
    case 'format':
      return `must be ${FORMAT_NAMES[params.format] ?? `a valid ${params.format}`}`;
    case 'pattern':
      return typeof schema['x-message'] === 'string' ? schema['x-message'] : `must match ${params.pattern}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${count(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${count(params.limit, 'item')}`;
    case 'minProperties':
      return `must have at least ${count(params.limit, 'field')}`;
    case 'maxProperties':
      return `must have at most ${count(params.limit, 'field')}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'anyOf':
    case 'oneOf':
      return `must be ${branchTypes(error.schema)}`;
    default:
      return error.message ?? 'is not valid';
  }
}

/**
 * A value of another type cannot be one of the allowed values or a UUID either: the message gives the narrowest rule.
 */
function mustBeOfType(schema: Record<string, unknown>, type: string): string {
  if (Array.isArray(schema.enum)) return oneOf(schema.enum);
  if (typeof schema.format === 'string') return `must be ${FORMAT_NAMES[schema.format] ?? TYPE_NAMES[type] ?? type}`;
  return `must be ${TYPE_NAMES[type] ?? type}`;
}

const oneOf = (values: unknown[]) => `must be one of ${values.join(', ')}`;
const count = (limit: number, thing: string) => `${limit} ${thing}${limit === 1 ? '' : 's'}`;

function branchTypes(branches: unknown): string {
  const types = (branches as { type?: string }[]).map(({ type }) =>
    type === undefined ? 'another value' : (TYPE_NAMES[type] ?? type),
  );
  return [...new Set(types)].join(' or ');
}

/**
 * Of a choice between schemas, the message comes either from the schema with the value's type or from the choice
 * itself, never from all of them.
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
