import type { JsonSchema } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';
import { compileSchema } from '@workflow/validation';
import { invalidRequest } from '../../errors/api-error.ts';
import { checkStorable } from '../../http/check-storable.ts';
import type { JsonOf } from '../../http/json-of.ts';

/**
 * Checks the arguments that a model sends.
 * @throws ApiError INVALID_REQUEST that names every invalid argument, or the first text that cannot be stored
 */
export function argumentsCheck<const Schema extends JsonSchema>(schema: Schema): (given: JsonObject) => JsonOf<Schema> {
  const check = compileSchema(schema, { label: 'the arguments' });
  return (given) => {
    const outcome = check(given);
    if (!outcome.ok) throw invalidRequest(outcome.problems);
    checkStorable(given, 'the arguments');
    return given as JsonOf<Schema>;
  };
}
