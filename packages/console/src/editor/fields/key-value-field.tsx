import '@mantine/core/styles/Fieldset.layer.css';
import { ActionIcon, Button, Fieldset, Stack, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ExpressionField } from '../expressions/expression-field.tsx';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';

interface KeyValueFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** Names with templates: headers, query parameters, placeholder values. Rows without a name are not kept. */
export function KeyValueField({ schema, label, description, error, required, value, onChange }: KeyValueFieldProps) {
  const [rows, setRows] = useState<[string, Json][]>(() =>
    Object.entries(typeof value === 'object' && value !== null ? (value as JsonObject) : {}),
  );

  function change(next: [string, Json][]) {
    setRows(next);
    const named = Object.fromEntries(next.filter(([key]) => key !== ''));
    onChange(Object.keys(named).length === 0 && !required ? undefined : named);
  }

  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        {rows.map(([key, template], index) => (
          <div key={index} className={classes.pair}>
            <TextInput
              size="xs"
              aria-label={`${label}: name ${index + 1}`}
              placeholder="Name"
              value={key}
              onChange={(event) => {
                const name = event.currentTarget.value;
                change(rows.map((row, other): [string, Json] => (other === index ? [name, row[1]] : row)));
              }}
            />
            <ExpressionField
              kind="template"
              site={schema}
              label={`${label}: value ${index + 1}`}
              hideLabel
              required={false}
              value={typeof template === 'string' ? template : JSON.stringify(template)}
              onChange={(text) =>
                change(rows.map((row, other): [string, Json] => (other === index ? [row[0], text] : row)))
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${key || `row ${index + 1}`}`}
              onClick={() => change(rows.filter((_, other) => other !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...rows, ['', '']])}
        >
          Add
        </Button>
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}
