import type { Ajv, ValidateFunction } from 'ajv';
import type { JsonSchema } from '@workflow/component-kit';
import type { Checked } from '@workflow/workflow-model';
import { createAjv } from './ajv.ts';
import { hasMoreNodesThan } from './count-nodes.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
import type { SchemaProblem } from './describe-schema-errors.ts';

/** The size from which only the first problem is reported, because describing each problem takes time. */
const MAX_NODES_FOR_ALL_PROBLEMS = 20_000;

const finders: { all?: Ajv; first?: Ajv } = {};

/**
 * Compiles a check of a JSON Schema (draft-07, and OpenAPI 3.0 if it is part of the API's description). The check
 * returns the same value unchanged, or its problems: all, or only the first for a very large value. The schema is
 * compiled at the first check, because a process has many schemas that it does not use.
 * The check throws an Error if the schema itself is wrong.
 * @param label the name of the value in messages, as in `the body must be an object`
 */
export function compileSchema<T = unknown>(schema: JsonSchema, label = 'the body'): (value: unknown) => Checked<T> {
  const validatorFor = bySize(schema);
  return (value) => {
    const validate = validatorFor(value);
    if (validate(value)) return { ok: true, value: value as T };
    return { ok: false, problems: takeProblems(validate, label).map((problem) => problem.message) };
  };
}

/** Compiles a check whose problems have JSON pointers. */
export function compilePointedSchema(schema: JsonSchema, label: string): (value: unknown) => SchemaProblem[] {
  return pointedCheck(bySize(schema), label);
}

/** Compiles a check for a schema of others. Its patterns are matched in linear time. */
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

/** Returns the check for the size of a value. Both checks are compiled when they are first needed. */
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
  // The compiled function references its last errors, and so the value.
  validate.errors = null;
  return describeSchemaErrors(errors ?? [], label);
}
