import { NumberInput, SegmentedControl, TagsInput, Textarea } from '@mantine/core';
import type { Field, Json } from '@workflow/workflow-model';
import { useState } from 'react';
import { DateTimeInput } from './date-time-input.tsx';
import classes from './placeholder-input.module.css';

export interface PlaceholderInputProps {
  field: Field;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** The input of one placeholder, as its type asks for (spec §2.2). */
export function PlaceholderInput({ field, value, onChange }: PlaceholderInputProps) {
  const label = `${field.key}${field.optional ? ' (optional)' : ''}`;
  switch (field.type) {
    case 'NUMBER':
      return <NumberInput label={label} description="NUMBER" value={typeof value === 'number' ? value : ''} onChange={(next) => onChange(typeof next === 'number' ? next : undefined)} />;
    case 'BOOLEAN':
      return (
        <div>
          <div className={classes.label}>{label}</div>
          <SegmentedControl
            size="xs"
            aria-label={label}
            data={[
              { value: '', label: 'not sent' },
              { value: 'true', label: 'true' },
              { value: 'false', label: 'false' },
            ]}
            value={value === undefined ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
          />
        </div>
      );
    case 'DATE_TIME':
      return <DateTimeInput label={label} onChange={onChange} />;
    case 'LIST':
      return (
        <TagsInput
          label={label}
          description="LIST: Enter after each item"
          acceptValueOnBlur
          splitChars={[]}
          allowDuplicates
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(items) => onChange(items.length === 0 ? undefined : items)}
        />
      );
    case 'JSON':
      return <JsonInput label={label} initial={value} onChange={onChange} />;
    default:
      return (
        <Textarea
          label={label}
          description="TEXT"
          autosize
          maxRows={8}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        />
      );
  }
}

function JsonInput({ label, initial, onChange }: { label: string; initial: Json | undefined; onChange: (value: Json | undefined) => void }) {
  const [text, setText] = useState(initial === undefined ? '' : JSON.stringify(initial, null, 2));
  const [error, setError] = useState<string | null>(null);
  function change(next: string) {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
      setError(null);
    } catch (failure) {
      setError(`Not valid JSON: ${(failure as Error).message}`);
    }
  }
  return <Textarea label={label} description="JSON" autosize minRows={2} maxRows={12} classNames={{ input: classes.code ?? '' }} value={text} error={error} onChange={(event) => change(event.currentTarget.value)} />;
}
