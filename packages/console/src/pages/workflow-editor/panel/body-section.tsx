import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { hasFrame } from '../../../editor/layout/frames.ts';
import type { ComponentPartProps } from '../../../editor/fields/field-props.ts';

const CHOICES = [
  { value: 'body', label: 'The components in the loop' },
  { value: 'workflow', label: 'Another workflow' },
];

/** Chooses what runs for each item: the components in the frame, or another workflow. */
export function BodySection({ component, onChange }: ComponentPartProps) {
  return (
    <NativeSelect
      label="Runs for each item"
      {...(hasFrame(component) && {
        description: 'Add an Output to the loop to collect its value for each item. Without one, each result is null.',
      })}
      data={CHOICES}
      value={hasFrame(component) ? 'body' : 'workflow'}
      onChange={(event) => {
        const withBody = event.currentTarget.value === 'body';
        onChange((one) => ({ ...one, config: withBody ? withFrame(one) : withoutFrame(one) }), 'config/body');
      }}
    />
  );
}

/** The config with an empty body, and without the fields that belong to another workflow. */
function withFrame(component: Component): JsonObject {
  const descriptor = findComponentType(component);
  const properties = (descriptor?.configSchema['properties'] ?? {}) as Record<string, JsonSchema>;
  const rest = Object.entries(component.config).filter(([key]) => properties[key]?.['x-with-body'] !== false);
  return { ...descriptor?.newConfig(), ...Object.fromEntries(rest) };
}

function withoutFrame(component: Component): JsonObject {
  const property = findComponentType(component)?.body?.property;
  return Object.fromEntries(Object.entries(component.config).filter(([key]) => key !== property));
}
