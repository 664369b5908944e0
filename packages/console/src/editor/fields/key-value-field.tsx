import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Fieldset, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ExpressionField } from '../expressions/expression-field.tsx';
import classes from './fields.module.css';
import { controlOf, typeOf } from './control-of.ts';
import type { FieldLabels } from './field-props.ts';
import { useFocusAdded } from './use-focus-added.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface KeyValueFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** Names with templates: headers, query parameters, placeholder values. Rows without a name are dropped. */
export function KeyValueField({ schema, label, description, error, required, value, onChange }: KeyValueFieldProps) {
  const [rows, setRows] = useState<[string, Json][]>(() =>
    Object.entries(typeof value === 'object' && value !== null ? (value as JsonObject) : {}),
  );
  const { last, focusNext } = useFocusAdded<HTMLDivElement>(rows.length);

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
          <div key={index} ref={index === rows.length - 1 ? last : null} className={classes.pair}>
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
            <EntryValue
              schema={schema}
              label={`${label}: value ${index + 1}`}
              value={template}
              onChange={(next) =>
                change(rows.map((row, other): [string, Json] => (other === index ? [row[0], next] : row)))
              }
            />
            <RemoveButton
              iconSize={15}
              label={`Remove ${key || `row ${index + 1}`}`}
              onClick={() => change(rows.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            change([...rows, ['', firstValueOf(schema)]]);
            focusNext();
          }}
        >
          Add
        </Button>
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

interface EntryValueProps {
  schema: JsonSchema;
  label: string;
  value: Json;
  onChange: (value: Json) => void;
}

/** The value of a row: a number, a choice or a switch where all values have that type, else a template. */
function EntryValue({ schema, label, value, onChange }: EntryValueProps) {
  const values = valuesOf(schema);
  switch (controlOf(values)) {
    case 'number':
      return (
        <NumberInput
          size="xs"
          aria-label={label}
          allowDecimal={typeOf(values) === 'number'}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next)}
        />
      );
    case 'switch':
      return (
        <Switch
          aria-label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          size="xs"
          aria-label={label}
          data={(values['enum'] as Json[]).map(String)}
          value={String(value)}
          // Numbers and booleans stay what they are.
          onChange={(event) =>
            onChange((values['enum'] as Json[]).find((one) => String(one) === event.currentTarget.value) ?? null)
          }
        />
      );
    default:
      return (
        <ExpressionField
          kind="template"
          site={schema}
          label={label}
          hideLabel
          required={false}
          value={typeof value === 'string' ? value : JSON.stringify(value)}
          onChange={onChange}
        />
      );
  }
}

/** Values of a new row: the first choice, and no number. */
function firstValueOf(schema: JsonSchema): Json {
  const values = valuesOf(schema);
  const control = controlOf(values);
  if (control === 'choice') return (values['enum'] as Json[])[0] ?? '';
  return control === 'switch' ? false : '';
}

function valuesOf(schema: JsonSchema): JsonSchema {
  const values = schema['additionalProperties'];
  return typeof values === 'object' && values !== null ? (values as JsonSchema) : {};
}
