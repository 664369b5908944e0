import type { Json } from '@workflow/workflow-model';
import type { Checked, ValueShape } from '@workflow/validation';
import { checkValue } from '@workflow/validation';
import { StepFailure } from '../failures/step-failure.ts';

/**
 * The value as its declared type has it; undeclared fields of an OBJECT are left out.
 *
 * @param name what messages call the value; '' to name only its fields
 * @throws StepFailure FIELD_INVALID that names every missing or wrong field.
 */
export function conformValue(value: Json | undefined, shape: ValueShape, name: string): Json {
  return valueOrFailure(checkValue(value, shape, name));
}

/** @throws StepFailure FIELD_INVALID with all problems */
export function valueOrFailure(checked: Checked<Json>): Json {
  if (checked.ok) return checked.value;
  throw new StepFailure('FIELD_INVALID', checked.problems.join('; '));
}
