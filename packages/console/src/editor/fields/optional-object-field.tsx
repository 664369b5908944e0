import '@mantine/core/styles/Fieldset.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Fieldset, Stack, Switch } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import classes from './fields.module.css';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { NestedForm } from './nested-form.tsx';

/** A group that is off until it is switched on, such as signature verification. */
export function OptionalObjectField({
  schema,
  value,
  pointer,
  problems,
  onChange,
  labels,
  Form,
}: SchemaFieldProps & { labels: FieldLabels }) {
  const object = isJsonObject(value) ? value : null;
  return (
    <Fieldset
      className={classes.group ?? ''}
      legend={
        <Switch
          label={labels.label}
          checked={object !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? fresh(schema) : undefined)}
        />
      }
    >
      <Stack gap="sm">
        <div className={classes.hint}>{labels.description}</div>
        {object && (
          <NestedForm
            Form={Form}
            schema={schema}
            config={object}
            pointer={pointer}
            problems={problems}
            onChange={onChange}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

/** By type: what a required value begins with that has no default. */
const FRESH: Readonly<Record<string, Json>> = { integer: 60, number: 1, boolean: false, array: [], object: {} };

/** Required choices start with their first value. */
function fresh(schema: JsonSchema): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(
    required.map((key): [string, Json] => {
      const {
        enum: values,
        type,
        default: given,
      } = (properties[key] ?? {}) as {
        enum?: Json[];
        type?: string;
        default?: Json;
      };
      return [key, given ?? values?.[0] ?? FRESH[type ?? ''] ?? ''];
    }),
  );
}
