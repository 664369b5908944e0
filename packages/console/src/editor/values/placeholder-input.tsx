import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { NumberInput, PasswordInput, SegmentedControl, TagsInput, Textarea } from '@mantine/core';
import { inexactInteger, type Field, type Json, type PlaceholderType } from '@workflow/workflow-model';
import { useState } from 'react';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { changedInteger } from './exact-json.ts';
import { FileInput } from './file-input.tsx';
import classes from './placeholder-input.module.css';

/** Types that the service also reads from a text (contract §2.2). */
const TYPED_AS_TEXT: readonly PlaceholderType[] = ['TEXT', 'NUMBER', 'DATE_TIME', 'LIST'];

interface PlaceholderInputProps {
  field: Field;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  /** It cannot be left out, as an item of a list. */
  isRequired?: boolean;
}

/** The input of one placeholder, according to its type (contract §2.2). */
export function PlaceholderInput({ field, value, onChange, isRequired }: PlaceholderInputProps) {
  const label = field.key;
  if (field.sensitive === true && TYPED_AS_TEXT.includes(field.type))
    return (
      <PasswordInput
        label={label}
        description={`${nameOf(typeNames, field.type)}, sensitive: shown as ••• from now on`}
        autoComplete="off"
        value={value === undefined || value === null ? '' : String(value)}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
    );
  switch (field.type) {
    case 'NUMBER':
      return <PlaceholderNumberInput label={label} value={value} onChange={onChange} />;
    case 'BOOLEAN':
      return (
        <div>
          <div className={classes.label}>{label}</div>
          <SegmentedControl
            size="xs"
            aria-label={label}
            data={[
              ...(isRequired === true ? [] : [{ value: '', label: 'Not sent' }]),
              { value: 'true', label: 'True' },
              { value: 'false', label: 'False' },
            ]}
            value={value === undefined ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
          />
        </div>
      );
    case 'DATE_TIME':
      return <DateTimeInput label={label} value={value} onChange={onChange} />;
    case 'LIST':
      return (
        <TagsInput
          label={label}
          description="List: press Enter after each item"
          acceptValueOnBlur
          splitChars={[]}
          allowDuplicates
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(items) => onChange(items.length === 0 ? undefined : items)}
        />
      );
    case 'FILE':
      return <FileInput label={label} value={value} onChange={onChange} />;
    case 'JSON':
      return <JsonInput label={label} initial={value} onChange={onChange} />;
    default:
      return (
        <Textarea
          label={label}
          description={nameOf(typeNames, 'TEXT')}
          autosize
          maxRows={8}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        />
      );
  }
}

/** Digits that a number cannot hold exactly are sent as typed, so that the service refuses them by name. */
function PlaceholderNumberInput({ label, value, onChange }: Omit<PlaceholderInputProps, 'field'> & { label: string }) {
  // Numbers such as 1.50 are texts as well while they are typed.
  const isTooLong = typeof value === 'string' && inexactInteger(value) !== null;
  function leave() {
    if (typeof value === 'string' && !isTooLong && Number.isFinite(Number(value))) onChange(Number(value));
  }
  return (
    <NumberInput
      label={label}
      description={nameOf(typeNames, 'NUMBER')}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      error={isTooLong ? 'Too many digits for an exact number' : null}
      // Otherwise the input would replace the typed digits by the nearest number.
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      onBlur={leave}
      onChange={(next) => onChange(typeof next === 'number' || /\d/.test(next) ? next : undefined)}
    />
  );
}

/** Any JSON value; it changes only while the text is valid, and each integer can be sent as it was typed. */
export function JsonInput({
  label,
  initial,
  onChange,
}: {
  label: string;
  initial: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const [text, setText] = useState(initial === undefined ? '' : JSON.stringify(initial, null, 2));
  const [error, setError] = useState<string | null>(null);
  function change(next: string) {
    setText(next);
    try {
      const digits = next.trim() === '' ? null : changedInteger(next);
      if (digits === null) onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
      setError(digits === null ? null : `${digits} has too many digits for an exact number. Put it in quotes.`);
    } catch (failure) {
      setError(`Not valid JSON: ${(failure as Error).message}`);
    }
  }
  return (
    <Textarea
      label={label}
      description={nameOf(typeNames, 'JSON')}
      autosize
      minRows={2}
      maxRows={12}
      classNames={{ input: classes.code ?? '' }}
      value={text}
      error={error}
      data-unread={error === null ? undefined : true}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
