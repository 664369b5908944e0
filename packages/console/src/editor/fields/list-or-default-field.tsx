import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Input, SegmentedControl, TagsInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { useState } from 'react';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';

interface ListOrDefaultFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

type Way = 'default' | 'off' | 'own';

/** A list of texts that has a default and may be empty, which means something else: the three are chosen by name. */
export function ListOrDefaultField({ schema, value, onChange, ...labels }: ListOrDefaultFieldProps) {
  const { label, description, error, required } = labels;
  const items = Array.isArray(value) ? value.map(String) : [];
  const stored: Way = value === undefined ? 'default' : items.length === 0 ? 'off' : 'own';
  // An own list that has no entry yet is not stored: an empty one would switch it off.
  const [isFilled, setIsFilled] = useState(stored === 'own');
  const way = stored === 'default' && isFilled ? 'own' : stored;
  const change = (next: string) => {
    setIsFilled(next === 'own');
    onChange(next === 'off' ? [] : undefined);
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} withAsterisk={required} labelElement="div">
      <SegmentedControl
        size="xs"
        mt={6}
        aria-label={label}
        data={[
          { value: 'default', label: 'Default' },
          { value: 'own', label: 'Custom list' },
          { value: 'off', label: 'Off' },
        ]}
        value={way}
        onChange={change}
      />
      {way === 'default' && <div className={classes.hint}>{((schema['default'] ?? []) as Json[]).join(', ')}</div>}
      {way === 'own' && items.length === 0 && (
        <div className={classes.hint}>The default applies until you add an entry.</div>
      )}
      {way === 'own' && (
        <TagsInput
          mt={6}
          aria-label={`${label}: entries`}
          placeholder="Press Enter after each entry"
          acceptValueOnBlur
          value={items}
          onChange={(next) => onChange(next.length === 0 ? undefined : next)}
        />
      )}
    </Input.Wrapper>
  );
}
