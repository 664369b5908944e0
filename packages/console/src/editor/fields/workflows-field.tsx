import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Json } from '@workflow/workflow-model';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import type { FieldLabels } from './field-props.ts';

interface WorkflowsFieldProps extends FieldLabels {
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** All workflows of the organization, or those that are chosen. */
export function WorkflowsField({ value, onChange, label, ...labels }: WorkflowsFieldProps) {
  const { data } = useQuery(allWorkflowsQuery);
  const chosen = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null;
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const missing = (chosen ?? []).filter((id) => !known.some((one) => one.value === id));
  return (
    <Stack gap={6}>
      <NativeSelect
        {...labels}
        label={label}
        value={chosen === null ? 'all' : 'chosen'}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? 'all' : [])}
        data={[
          { value: 'all', label: 'All workflows' },
          { value: 'chosen', label: 'Chosen workflows' },
        ]}
      />
      {chosen !== null && (
        <MultiSelect
          aria-label="Chosen workflows"
          placeholder={chosen.length === 0 ? 'Choose workflows' : ''}
          searchable
          value={chosen}
          onChange={onChange}
          data={[...known, ...missing.map((id) => ({ value: id, label: `${id} (not found)` }))]}
        />
      )}
    </Stack>
  );
}
