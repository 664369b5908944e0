import '@mantine/core/styles/Combobox.layer.css';
import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useEffect, useRef } from 'react';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { componentName } from '../draft/component-name.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import { useEditor } from '../editor-context.ts';
import type { PickerProps } from './field-props.ts';
import { soleTriggerOf, useChildDefinition } from './use-child-start.ts';

/** Another workflow of the organization, by name, with a link that opens it. */
export function WorkflowField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { workflowId } = useEditor();
  const { data } = useQuery(allWorkflowsQuery);
  const options = data?.items ?? [];
  // A workflow that starts itself is rarely meant.
  const own = options.filter(({ id }) => id === workflowId).map(({ id }) => ({ id, name: 'This workflow itself' }));
  const others = options.filter(({ id }) => id !== workflowId);
  return (
    <div>
      <Choice
        {...labels}
        value={value}
        onChange={onChange}
        options={[...others, ...own]}
        isLoading={data === undefined}
      />
      {value !== '' && (
        <Anchor component={Link} to={`/workflows/${value}`} size="sm">
          Open workflow
        </Anchor>
      )}
    </div>
  );
}

/** A component of that workflow. */
export function ComponentOfWorkflowField({ value, onChange, within, ...labels }: PickerProps) {
  const definition = useChildDefinition(within);
  // Most sessions start at a trigger.
  const [triggers = [], others = []] = [true, false].map((wanted) =>
    definition?.components.filter((component) => isTrigger(component) === wanted),
  );
  const options = [...triggers, ...others].map((component) => ({ id: component.id, name: componentName(component) }));
  const sole = soleTriggerOf(definition);
  const chosenFor = useRef(within);
  // Once for each workflow that is chosen, so that a step back stays one.
  useEffect(() => {
    if (definition === null || chosenFor.current === within) return;
    chosenFor.current = within;
    if (sole !== null && !options.some(({ id }) => id === value)) onChange(sole.id);
  });
  return <Choice {...labels} value={value} onChange={onChange} options={options} isLoading={definition === null} />;
}

interface ChoiceProps extends Omit<PickerProps, 'within'> {
  options: { id: string; name: string }[];
  isLoading: boolean;
}

function Choice({ value, onChange, options, isLoading, ...labels }: ChoiceProps) {
  const known = options.some((option) => option.id === value);
  return (
    <NativeSelect
      {...labels}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Select…' },
        ...(value !== '' && !known ? [{ value, label: isLoading ? 'Loading…' : `${value} (not found)` }] : []),
        ...options.map((option) => ({ value: option.id, label: option.name })),
      ]}
    />
  );
}
