import { sendablePlaceholders } from '@workflow/components/descriptors';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { setOwn } from '@workflow/workflow-model';
import { compileFieldsCheck, type PlaceholderCheck } from './check-placeholders.ts';
import { checkValue, COMPUTED } from '@workflow/placeholder-values';

/**
 * Compiles the check of the values that one workflow passes to another. The rules are those for callers (contract
 * §2.2), but an OBJECT can also be a whole value, as templates produce it, and a LIST can be a single value.
 */
export function compileGivenValuesCheck(definition: Definition, componentId: string): PlaceholderCheck {
  const fields = sendablePlaceholders(definition, componentId);
  const objects = new Map(fields.filter((field) => field.type === 'OBJECT').map((field) => [field.key, field]));
  const checkDotted = compileFieldsCheck(fields, COMPUTED);
  return (given) => {
    const whole: JsonObject = {};
    const dotted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const problems: string[] = [];
    for (const [key, value] of Object.entries(given)) {
      const field = objects.get(key);
      if (field === undefined) {
        dotted[key] = value;
        continue;
      }
      const checked = checkValue(value, field, `placeholderValues.${key}`);
      if (checked.ok) setOwn(whole, key, checked.value);
      else problems.push(...checked.problems);
    }
    const outcome = checkDotted(dotted);
    if (!outcome.ok) problems.push(...outcome.problems);
    return outcome.ok && problems.length === 0
      ? { ok: true, values: { ...whole, ...outcome.values } }
      : { ok: false, problems };
  };
}
