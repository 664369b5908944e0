import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '@workflow/component-catalog';
import type { Checked } from '../checked.ts';
import { createAjv } from './ajv.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
import type { SchemaProblem } from './describe-schema-errors.ts';

const ajv = createAjv();

export interface CompileSchemaOptions {
  /** Name of the value in messages, as in `the body must be an object`. */
  label?: string;
}

/**
 * Compiles a JSON Schema (draft-07, and OpenAPI 3.0 where it goes into the API's description). The check returns the
 * very value it was given, or all its problems; it changes and throws nothing.
 *
 * @throws Error when the schema itself is wrong.
 */
export function compileSchema<T = unknown>(
  schema: JsonSchema,
  options: CompileSchemaOptions = {},
): (value: unknown) => Checked<T> {
  const validate = ajv.compile<T>(schema);
  const label = options.label ?? 'the body';
  return (value) => {
    if (validate(value)) return { ok: true, value };
    return { ok: false, problems: takeProblems(validate, label).map((problem) => problem.message) };
  };
}

/** The same with a JSON pointer for each message. Compiled on first use. */
export function compilePointedSchema(schema: JsonSchema, label: string): (value: unknown) => SchemaProblem[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : takeProblems(validate, label);
  };
}

function takeProblems(validate: ValidateFunction, label: string): SchemaProblem[] {
  const { errors } = validate;
  // The compiled function keeps its last errors, and with them the value.
  validate.errors = null;
  return describeSchemaErrors(errors ?? [], label);
}
