import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { ExpressionField } from '../expressions/expression-field.tsx';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';
import { useFocusAdded } from './use-focus-added.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface TemplateListFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** A list of templates, numbered as they stand: parameters of a statement, recipients. */
export function TemplateListField({ schema, label, description, error, value, onChange }: TemplateListFieldProps) {
  const items: Json[] = Array.isArray(value) ? value : [];
  const { last, focusNext } = useFocusAdded<HTMLDivElement>(items.length);
  const noun = String((schema['items'] as JsonSchema)['title'] ?? 'Entry');
  const change = (next: Json[]): void => onChange(next.length === 0 ? undefined : next);
  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        {items.map((item, index) => (
          // The index is the identity: the order counts.
          <div key={index} ref={index === items.length - 1 ? last : null} className={classes.numbered}>
            <ExpressionField
              kind="template"
              label={`${noun} ${index + 1}`}
              required={false}
              value={typeof item === 'string' ? item : JSON.stringify(item)}
              onChange={(text) => change(items.map((one, other) => (other === index ? asItem(text) : one)))}
            />
            <RemoveButton
              iconSize={15}
              label={`Remove ${noun.toLowerCase()} ${index + 1}`}
              onClick={() => change(items.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...items, '']);
            focusNext();
          }}
        >
          Add {noun.toLowerCase()}
        </Button>
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

/** An object is written as JSON, with templates in its texts; whatever else is a template. */
function asItem(text: string): Json {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || trimmed.startsWith('{{')) return text;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return text;
  }
}
