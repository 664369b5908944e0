import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Group } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import type { FieldLabels } from './field-props.ts';

interface ChoicesFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json) => void;
}

/** Shows a checkbox for each of the values that the items of a list may have. */
export function ChoicesField({ schema, value, onChange, ...labels }: ChoicesFieldProps) {
  const items = schema['items'] as JsonSchema;
  const choices = items['enum'] as readonly Json[];
  const names = (items['x-labels'] ?? {}) as Readonly<Record<string, string>>;
  const chosen = (Array.isArray(value) ? value : ((schema['default'] ?? []) as Json[])).map(String);
  const { required, ...rest } = labels;
  return (
    <Checkbox.Group
      {...rest}
      withAsterisk={required}
      value={chosen}
      // In the order of the schema, whatever was clicked first.
      onChange={(next) => onChange(choices.filter((choice) => next.includes(String(choice))))}
    >
      <Group gap="sm" mt={6}>
        {choices.map((choice) => (
          <Checkbox
            key={String(choice)}
            size="xs"
            value={String(choice)}
            label={names[String(choice)] ?? String(choice)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
