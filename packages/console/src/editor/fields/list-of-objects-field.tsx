import '@mantine/core/styles/Fieldset.layer.css';
import { ActionIcon, Button, Fieldset, Stack } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './fields.module.css';
import { useTouch } from './use-touch.ts';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { NestedForm } from './nested-form.tsx';
import { useAbsolutePointer } from './pointer-base.ts';

/** A list with a form per entry, such as the cases of a switch. */
export function ListOfObjectsField({
  schema,
  value,
  pointer,
  problems,
  onChange,
  labels,
  Form,
}: SchemaFieldProps & { labels: FieldLabels }) {
  const items: JsonObject[] = Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : [];
  const itemSchema = schema['items'] as JsonSchema;
  const touch = useTouch();
  const absolute = useAbsolutePointer();
  const noun = String(itemSchema['title'] ?? 'Entry');
  return (
    <Fieldset legend={labels.label} className={classes.group ?? ''}>
      <Stack gap="md">
        {items.map((item, index) => (
          // The index is the identity: cases are evaluated in order.
          <div
            key={index}
            className={classes.item}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) touch.leave(absolute(`${pointer}/${index}`));
            }}
          >
            <div className={classes.itemHead}>
              <span>
                {noun} {index + 1}
              </span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${noun.toLowerCase()} ${index + 1}`}
                onClick={() => onChange(items.filter((_, other) => other !== index))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </div>
            <NestedForm
              Form={Form}
              schema={itemSchema}
              config={item}
              pointer={`${pointer}/${index}`}
              problems={problems}
              onChange={(next) => onChange(items.map((one, other) => (other === index ? next : one)))}
            />
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            touch.add(absolute(`${pointer}/${items.length}`));
            onChange([...items, freshItem(itemSchema, items.length)]);
          }}
        >
          Add {noun.toLowerCase()}
        </Button>
        {labels.error && <div className={classes.error}>{labels.error}</div>}
      </Stack>
    </Fieldset>
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

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
