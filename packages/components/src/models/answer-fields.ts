import type { ConfigProblem } from '@workflow/component-kit';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';

/** The numbers of tokens in the output of a component that asks models. */
export const USAGE_FIELD: Field = {
  key: 'usage',
  type: 'OBJECT',
  fields: [
    { key: 'inputTokens', type: 'NUMBER' },
    { key: 'outputTokens', type: 'NUMBER' },
    { key: 'totalTokens', type: 'NUMBER' },
    // Outputs that were pinned before this field existed do not have it.
    { key: 'cachedInputTokens', type: 'NUMBER', optional: true },
  ],
};

/** Checks the fields of a model's answer. A model returns text only, and some keys are reserved for numbers. */
export function checkAnswerFields(
  fields: Json | undefined,
  pointer: string,
  reserved: readonly string[],
): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    const { key, type, items, fields: within } = (field ?? {}) as JsonObject;
    const at = `${pointer}/${index}`;
    const problems: ConfigProblem[] = [];
    if (type === 'FILE' || items === 'FILE')
      problems.push({ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: a model returns text' });
    if (typeof key === 'string' && reserved.includes(key))
      problems.push({ pointer: `${at}/key`, rule: `The key ${key} is reserved` });
    return [
      ...problems,
      ...checkAnswerFields(within, `${at}/fields`, []),
      ...checkAnswerFields((items as JsonObject | undefined)?.fields, `${at}/items/fields`, []),
    ];
  });
}
