import { checkValue } from '@workflow/placeholder-values';
import { StepFailure, type Checked, type Json, type ValueShape } from '@workflow/workflow-model';

/**
 * Converts the value to its declared type. Removes undeclared fields of an OBJECT.
 * @param name the name of the value in messages; '' to name only its fields
 * @throws StepFailure FIELD_INVALID that names every missing or invalid field
 */
export function conformValue(value: Json | undefined, shape: ValueShape, name: string): Json {
  return valueOrFailure(checkValue(value, shape, name));
}

/** @throws StepFailure FIELD_INVALID with all problems */
export function valueOrFailure(checked: Checked<Json>): Json {
  if (checked.ok) return checked.value;
  throw new StepFailure('FIELD_INVALID', checked.problems.join('; '));
}
