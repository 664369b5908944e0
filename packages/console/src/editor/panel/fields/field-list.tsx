import { ActionIcon, Button, Checkbox, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { PLACEHOLDER_TYPES, type Json, type JsonObject } from '@workflow/workflow-model';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';
import { withValue } from './with-value.ts';

interface FieldListProps extends FieldLabels {
  value: Json | undefined;
  onChange: (value: Json) => void;
}

/** A list of typed fields, those of OBJECT nested. */
export function FieldList({ label, description, error, value, onChange }: FieldListProps) {
  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        <FieldRows label={label} fields={toFields(value)} onChange={onChange} />
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

interface FieldRowsProps {
  label: string;
  fields: JsonObject[];
  onChange: (fields: JsonObject[]) => void;
}

function FieldRows({ label, fields, onChange }: FieldRowsProps) {
  const replace = (index: number, field: JsonObject) => onChange(fields.map((one, other) => (other === index ? field : one)));
  return (
    <Stack gap={6}>
      {fields.map((field, index) => (
        <div key={index}>
          <div className={classes.fieldRow}>
            <TextInput
              size="xs"
              aria-label={`${label}: key ${index + 1}`}
              placeholder="key"
              value={String(field['key'] ?? '')}
              onChange={(event) => replace(index, { ...field, key: event.currentTarget.value })}
            />
            <NativeSelect
              size="xs"
              aria-label={`${label}: type of ${String(field['key'] || index + 1)}`}
              data={[...PLACEHOLDER_TYPES]}
              value={String(field['type'] ?? 'TEXT')}
              onChange={(event) => replace(index, withValue(field, 'type', event.currentTarget.value))}
            />
            <Checkbox
              size="xs"
              label="optional"
              checked={field['optional'] === true}
              onChange={(event) => replace(index, withValue(field, 'optional', event.currentTarget.checked ? true : undefined))}
            />
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Remove ${String(field['key'] || `field ${index + 1}`)}`} onClick={() => onChange(fields.filter((_, other) => other !== index))}>
              <IconTrash size={14} />
            </ActionIcon>
          </div>
          {field['type'] === 'OBJECT' && (
            <div className={classes.nested}>
              <FieldRows label={`${label}, ${String(field['key'] ?? '')}`} fields={toFields(field['fields'])} onChange={(next) => replace(index, { ...field, fields: next })} />
            </div>
          )}
        </div>
      ))}
      <Button size="compact-xs" variant="default" leftSection={<IconPlus size={13} />} onClick={() => onChange([...fields, { key: '', type: 'TEXT' }])}>
        Add field
      </Button>
    </Stack>
  );
}

function toFields(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'object' && item !== null && !Array.isArray(item) ? item : {})) : [];
}
