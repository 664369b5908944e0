import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  itemShape,
  objectOrEmpty,
  type Field,
  type Json,
  type JsonObject,
  type ValueShape,
} from '@workflow/workflow-model';
import { type ReactNode, useState } from 'react';
import { PlaceholderInput } from './placeholder-input.tsx';
import classes from './placeholder-input.module.css';
import { withKey } from './with-key.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface ListInputProps {
  label: string;
  /** Follows the label. */
  mark?: ReactNode;
  item: ValueShape;
  value: Json | undefined;
  /** undefined: the list is not sent. */
  onChange: (value: Json | undefined) => void;
}

/** A list with an input for each item. A blank item is sent as null, which the service refuses by its number. */
export function ListInput({ label, mark, item, value, onChange }: ListInputProps) {
  const items: Json[] = Array.isArray(value) ? value : [];
  // Inputs keep what is typed, so an item that follows a removed one must stay the same input.
  const [numbers, setNumbers] = useState(() => items.map((_, index) => index));
  const set = (next: Json[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset className={classes.object}>
      <legend>
        {label}
        {mark}
      </legend>
      <Stack gap="sm">
        {items.map((one, index) => (
          <div key={numbers[index] ?? index} className={classes.item}>
            <ValueInput
              field={{ key: `${label}[${index}]`, ...item }}
              value={one}
              isRequired
              onChange={(next) => set(items.map((old, other) => (other === index ? (next ?? null) : old)))}
            />
            <RemoveButton
              iconSize={14}
              size="sm"
              label={`Remove ${label}[${index}]`}
              onClick={() => {
                setNumbers(numbers.filter((_, other) => other !== index));
                set(items.filter((_, other) => other !== index));
              }}
            />
          </div>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          onClick={() => {
            setNumbers([...numbers, Math.max(-1, ...numbers) + 1]);
            set([...items, blankOf(item)]);
          }}
        >
          Add item to {label}
        </Button>
      </Stack>
    </fieldset>
  );
}

interface ValueInputProps {
  field: Field;
  value: Json | undefined;
  isRequired?: boolean;
  onChange: (value: Json | undefined) => void;
}

/** A value within an item, where an OBJECT is nested JSON. */
function ValueInput({ field, value, isRequired, onChange }: ValueInputProps) {
  if (field.type === 'LIST' && (field.items ?? 'TEXT') !== 'TEXT')
    return <ListInput label={field.key} item={itemShape(field.items)} value={value} onChange={onChange} />;
  if (field.type !== 'OBJECT') {
    return (
      <PlaceholderInput
        field={field}
        value={value === null && field.type !== 'JSON' ? undefined : value}
        isRequired={isRequired === true}
        onChange={onChange}
      />
    );
  }
  const object: JsonObject = objectOrEmpty(value);
  return (
    <fieldset className={classes.object}>
      <legend>{field.key}</legend>
      <Stack gap="sm">
        {(field.fields ?? []).map((inner) => (
          <ValueInput
            key={inner.key}
            field={inner}
            value={object[inner.key]}
            onChange={(next) => onChange(withKey(object, inner.key, next))}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

function blankOf({ type }: ValueShape): Json {
  if (type === 'OBJECT') return {};
  return type === 'BOOLEAN' ? false : null;
}
