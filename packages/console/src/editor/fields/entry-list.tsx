import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { objectOrEmpty, type JsonObject } from '@workflow/workflow-model';
import type { JsonSchema } from '@workflow/component-kit';
import type { ComponentType } from 'react';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import classes from './fields.module.css';
import { useAbsolutePointer } from './pointer-base.ts';
import { useFocusAdded } from './use-focus-added.ts';
import { useTouch } from './use-touch.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

type EntryFormProps = Pick<SchemaFieldProps, 'Form' | 'pointer' | 'problems' | 'schema'> & {
  config: JsonObject;
  onChange: (config: JsonObject) => void;
};

interface EntryListProps extends SchemaFieldProps {
  labels: FieldLabels;
  /** The name of an entry, such as `Case`. */
  noun: string;
  /** Returns what the head of an entry shows after its number. */
  detail?: (entry: JsonObject) => string;
  EntryForm: ComponentType<EntryFormProps>;
  /** The entry that each button adds, by the label of the button. */
  additions: Record<string, JsonObject>;
}

/** A list of objects with a form for each. */
export function EntryList({
  schema,
  value,
  pointer,
  problems,
  onChange,
  labels,
  Form,
  noun,
  detail,
  EntryForm,
  additions,
}: EntryListProps) {
  const entries: JsonObject[] = Array.isArray(value) ? value.map((entry) => objectOrEmpty(entry)) : [];
  const touch = useTouch();
  const absolute = useAbsolutePointer();
  const { last, focusNext } = useFocusAdded<HTMLDivElement>(entries.length);

  function add(entry: JsonObject): void {
    touch.add(absolute(`${pointer}/${entries.length}`));
    onChange([...entries, entry]);
    focusNext();
  }
  return (
    <Fieldset legend={labels.label} className={classes.group ?? ''}>
      <Stack gap="md">
        {entries.map((entry, index) => {
          const at = `${pointer}/${index}`;
          const name = `${noun} ${index + 1}`;
          const change = (next: JsonObject) => onChange(entries.map((one, other) => (other === index ? next : one)));
          return (
            // The index is the identity: problems name an entry by it.
            <div
              key={index}
              ref={index === entries.length - 1 ? last : null}
              role="group"
              aria-label={name}
              className={classes.item}
              onBlur={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget)) touch.leave(absolute(at));
              }}
            >
              <div className={classes.itemHead}>
                <span>
                  {name}
                  {detail?.(entry)}
                </span>
                <RemoveButton
                  iconSize={14}
                  size="sm"
                  label={`Remove ${noun.toLowerCase()} ${index + 1}`}
                  onClick={() => onChange(entries.filter((_, other) => other !== index))}
                />
              </div>
              <EntryForm
                Form={Form}
                schema={schema['items'] as JsonSchema}
                config={entry}
                pointer={at}
                problems={problems}
                onChange={change}
              />
            </div>
          );
        })}
        <Group gap="xs" grow={Object.keys(additions).length === 1}>
          {Object.entries(additions).map(([label, entry]) => (
            <Button
              key={label}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => add(entry)}
            >
              {label}
            </Button>
          ))}
        </Group>
        {labels.error && <div className={classes.error}>{labels.error}</div>}
      </Stack>
    </Fieldset>
  );
}
