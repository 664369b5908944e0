import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useEffect, useRef } from 'react';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { componentName } from '../draft/component-name.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import { useEditor } from '../editor-context.ts';
import type { PickerProps } from './field-props.ts';
import { Choice } from './choice.tsx';
import { soleTriggerOf, useChildDefinition } from './use-child-start.ts';

/** Another workflow of the organization, by name, with a link that opens it. */
export function WorkflowField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { workflowId } = useEditor();
  const { data } = useQuery(allWorkflowsQuery);
  const options = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  // A workflow that starts itself is rarely meant.
  const own = options.filter((option) => option.value === workflowId);
  const others = options.filter((option) => option.value !== workflowId);
  return (
    <div>
      <Choice
        {...labels}
        value={value}
        onChange={onChange}
        none="Select…"
        unknown={data === undefined ? 'Loading…' : `${value} (not found)`}
        options={[...others, ...own.map((option) => ({ ...option, label: 'This workflow itself' }))]}
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
export function ComponentOfWorkflowField({ value, onChange, within, types: _types, ...labels }: PickerProps) {
  const definition = useChildDefinition(within);
  // Most sessions start at a trigger.
  const [triggers = [], others = []] = [true, false].map((wanted) =>
    definition?.components.filter((component) => isTrigger(component) === wanted),
  );
  const options = [...triggers, ...others].map((component) => ({
    value: component.id,
    label: componentName(component),
  }));
  const sole = soleTriggerOf(definition);
  const chosenFor = useRef(within);
  // Once for each workflow that is chosen, so that a step back stays one.
  useEffect(() => {
    if (definition === null || chosenFor.current === within) return;
    chosenFor.current = within;
    if (sole !== null && !options.some((option) => option.value === value)) onChange(sole.id);
  });
  return (
    <Choice
      {...labels}
      value={value}
      onChange={onChange}
      none="Select…"
      unknown={definition === null ? 'Loading…' : `${value} (not found)`}
      options={options}
    />
  );
}
