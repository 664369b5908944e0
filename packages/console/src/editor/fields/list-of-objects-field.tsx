import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { EntryList } from './entry-list.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { NestedForm } from './nested-form.tsx';

/** A list with a form per entry, such as the cases of a switch. */
export function ListOfObjectsField(props: SchemaFieldProps & { labels: FieldLabels }) {
  const itemSchema = props.schema['items'] as JsonSchema;
  const noun = String(itemSchema['title'] ?? 'Entry');
  const fresh = freshItem(itemSchema, Array.isArray(props.value) ? props.value.length : 0);
  return (
    <EntryList {...props} noun={noun} EntryForm={NestedForm} additions={{ [`Add ${noun.toLowerCase()}`]: fresh }} />
  );
}

function freshItem(schema: JsonSchema, count: number): JsonObject {
  const required = (schema['required'] ?? []) as string[];
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    required.map((key): [string, Json] => [
      key,
      key === 'port' ? `case ${count + 1}` : (firstChoice(properties[key]) ?? ''),
    ]),
  );
}

/** Where there are choices, one is chosen: the one that most have, such as a user's message. */
function firstChoice(schema: JsonSchema | undefined): Json | undefined {
  return (schema?.['default'] as Json | undefined) ?? (schema?.['enum'] as Json[] | undefined)?.[0];
}
