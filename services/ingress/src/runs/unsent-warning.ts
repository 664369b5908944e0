import { startFieldsOf } from '@workflow/components/descriptors';
import { nestPlaceholders } from '@workflow/validation';
import { absentFields, type Component, type Field, type JsonObject } from '@workflow/workflow-model';

/** Maximum number of fields that a warning names. */
const MAX_NAMED = 20;

/** The required fields of components, which never change and which every run needs. */
const requiredFields = new WeakMap<Component, Field[]>();

/**
 * Returns the warning for a session whose caller left out required fields. The run is accepted (contract §2.2 rule 2),
 * and fails when one of them is read. Returns undefined if nothing is missing.
 */
export function unsentWarning(start: Component, values: Readonly<JsonObject>): string | undefined {
  const absent = absentFields(fieldsOf(start), nestPlaceholders(values));
  if (absent.length === 0) return undefined;
  const names = absent.slice(0, MAX_NAMED).map((path) => path.join('.'));
  const more = absent.length - names.length;
  const noun = absent.length === 1 ? 'value' : 'values';
  return `missing required ${noun}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function fieldsOf(start: Component): Field[] {
  const before = requiredFields.get(start);
  if (before !== undefined) return before;
  const fields = startFieldsOf(start);
  requiredFields.set(start, fields);
  return fields;
}
