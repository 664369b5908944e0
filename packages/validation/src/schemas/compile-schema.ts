import type { Ajv, ValidateFunction } from 'ajv';
import type { JsonSchema } from '@workflow/component-kit';
import type { Checked } from '@workflow/workflow-model';
import { createAjv } from './ajv.ts';
import { hasMoreNodesThan } from './count-nodes.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
import type { SchemaProblem } from './describe-schema-errors.ts';

/** Of larger values only the first problem is told: each part that is wrong costs as much as describing it. */
const MAX_NODES_FOR_ALL_PROBLEMS = 20_000;

const finders: { all?: Ajv; first?: Ajv } = {};

export interface CompileSchemaOptions {
  /** Name of the value in messages, as in `the body must be an object`. */
  label?: string;
}

/**
 * A check of a JSON Schema (draft-07, and OpenAPI 3.0 where it goes into the API's description). It returns the very
 * value it was given, or its problems: all, or of a very large value the first. It changes nothing. The schema is
 * compiled at the first check, since a process has more schemas than it is asked for.
 *
 * The check throws an Error when the schema itself is wrong.
 */
export function compileSchema<T = unknown>(
  schema: JsonSchema,
  options: CompileSchemaOptions = {},
): (value: unknown) => Checked<T> {
  const validatorFor = bySize(schema);
  const label = options.label ?? 'the body';
  return (value) => {
    const validate = validatorFor(value);
    if (validate(value)) return { ok: true, value: value as T };
    return { ok: false, problems: takeProblems(validate, label).map((problem) => problem.message) };
  };
}

/** The same with a JSON pointer for each message. */
export function compilePointedSchema(schema: JsonSchema, label: string): (value: unknown) => SchemaProblem[] {
  return pointedCheck(bySize(schema), label);
}

/** The same for a schema that others wrote: its patterns are matched in linear time. */
export function compileForeignSchema(schema: JsonSchema, label: string): (value: unknown) => SchemaProblem[] {
  let compiled: ValidateFunction | undefined;
  return pointedCheck(
    () => (compiled ??= createAjv({ allErrors: false, linearPatterns: true }).compile(schema)),
    label,
  );
}

function pointedCheck(
  validatorFor: (value: unknown) => ValidateFunction,
  label: string,
): (value: unknown) => SchemaProblem[] {
  return (value) => {
    const validate = validatorFor(value);
    return validate(value) ? [] : takeProblems(validate, label);
  };
}

/** The checks of large values and of all others are compiled when there is one. */
function bySize(schema: JsonSchema): (value: unknown) => ValidateFunction {
  let all: ValidateFunction | undefined;
  let first: ValidateFunction | undefined;
  return (value) =>
    hasMoreNodesThan(value, MAX_NODES_FOR_ALL_PROBLEMS)
      ? (first ??= (finders.first ??= createAjv({ allErrors: false })).compile(schema))
      : (all ??= (finders.all ??= createAjv({ allErrors: true })).compile(schema));
}

function takeProblems(validate: ValidateFunction, label: string): SchemaProblem[] {
  const { errors } = validate;
  // The compiled function keeps its last errors, and with them the value.
  validate.errors = null;
  return describeSchemaErrors(errors ?? [], label);
}
