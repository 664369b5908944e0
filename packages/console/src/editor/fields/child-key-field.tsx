import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { ALL_FIELDS, type JsonSchema, type PlaceholdersAnnotation } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';
import { useEffect, useRef } from 'react';
import type { FieldLabels } from './field-props.ts';
import { useChildFields } from './use-child-start.ts';

interface ChildKeyFieldProps extends FieldLabels {
  schema: JsonSchema;
  siblings: JsonObject;
  value: string;
  onChange: (value: string) => void;
}

/** One placeholder of another workflow; free text until the workflow is chosen. The only one is chosen by itself. */
export function ChildKeyField({ schema, siblings, value, onChange, ...labels }: ChildKeyFieldProps) {
  const { workflow, component } = schema['x-placeholders'] as PlaceholdersAnnotation;
  const start = String(siblings[component] ?? '');
  const fields = useChildFields(String(siblings[workflow] ?? ''), start);
  const chosenFor = useRef(start);
  const only = fields?.length === 1 ? fields[0]?.key : undefined;
  useEffect(() => {
    if (fields === null || chosenFor.current === start) return;
    chosenFor.current = start;
    if (only !== undefined && value === '') onChange(only);
  });
  if (fields === null)
    return <TextInput {...labels} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  const known = value === '' || value === ALL_FIELDS || fields.some(({ key }) => key === value);
  return (
    <NativeSelect
      {...labels}
      data={[
        { value: '', label: 'Select…' },
        ...(known ? [] : [{ value, label: `${value} (not found)` }]),
        ...fields.map(({ key }) => ({ value: key, label: key })),
        { value: ALL_FIELDS, label: 'All fields of the item' },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
