import { Input, NumberInput, SegmentedControl, TagsInput, Textarea } from '@mantine/core';
import { inexactInteger, type Field, type Json } from '@workflow/workflow-model';
import { useState } from 'react';
import { texts } from '../../texts/test-run.ts';
import { nameOf, typeNames } from '../../texts/names.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { changedInteger } from './exact-json.ts';
import classes from './placeholder-input.module.css';

/** A required value that is left blank; it says so at its field when it is `shown`. */
export type Blank = 'silent' | 'shown' | null;

export interface PlaceholderInputProps {
  field: Field;
  value: Json | undefined;
  blank: Blank;
  onChange: (value: Json | undefined) => void;
}

/** What the inputs of all types have in common. */
interface InputParts {
  label: string;
  error: string | null;
  'data-blank': true | undefined;
}

/** The input of one placeholder, according to its type (spec §2.2). */
export function PlaceholderInput({ field, value, blank, onChange }: PlaceholderInputProps) {
  const label = field.optional ? texts.optionalKey(field.key) : field.key;
  const parts: InputParts = {
    label,
    error: blank === 'shown' ? texts.keyNeedsAValue(field.key) : null,
    'data-blank': blank ? true : undefined,
  };
  switch (field.type) {
    case 'NUMBER':
      return <PlaceholderNumberInput parts={parts} value={value} onChange={onChange} />;
    case 'BOOLEAN':
      return (
        <div data-blank={parts['data-blank']} tabIndex={-1}>
          <div className={classes.label}>{label}</div>
          <SegmentedControl
            size="xs"
            aria-label={label}
            data={[
              { value: '', label: texts.notSent },
              { value: 'true', label: texts.true },
              { value: 'false', label: texts.false },
            ]}
            value={value === undefined ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
          />
          {parts.error && <Input.Error mt={5}>{parts.error}</Input.Error>}
        </div>
      );
    case 'DATE_TIME':
      return <DateTimeInput {...parts} value={value} onChange={onChange} />;
    case 'LIST':
      return (
        <TagsInput
          label={label}
          description={texts.listEnterAfterEachItem}
          acceptValueOnBlur
          splitChars={[]}
          allowDuplicates
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(items) => onChange(items.length === 0 ? undefined : items)}
        />
      );
    case 'JSON':
      return <JsonInput {...parts} initial={value} onChange={onChange} />;
    default:
      return (
        <Textarea
          {...parts}
          description={nameOf(typeNames, 'TEXT')}
          autosize
          maxRows={8}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        />
      );
  }
}

/** What a number cannot hold exactly is sent as it was typed, so that nothing is sent without a word. */
function PlaceholderNumberInput({
  parts,
  value,
  onChange,
}: Pick<PlaceholderInputProps, 'value' | 'onChange'> & { parts: InputParts }) {
  // Numbers such as 1.50 are texts as well while they are typed.
  const isTooLong = typeof value === 'string' && inexactInteger(value) !== null;
  function leave() {
    if (typeof value === 'string' && !isTooLong && Number.isFinite(Number(value))) onChange(Number(value));
  }
  return (
    <NumberInput
      {...parts}
      description={nameOf(typeNames, 'NUMBER')}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      error={isTooLong ? texts.moreDigitsThanANumberHolds : parts.error}
      // Or it would put the nearest number in place of what was typed.
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      onBlur={leave}
      onChange={(next) => onChange(typeof next === 'number' || /\d/.test(next) ? next : undefined)}
    />
  );
}

/** Any JSON value; it changes only while the text is valid, and each integer can be sent as it was typed. */
export function JsonInput({
  initial,
  error: given = null,
  onChange,
  ...parts
}: Pick<InputParts, 'label'> &
  Partial<InputParts> & {
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
      setError(digits === null ? null : texts.integerToQuote(digits));
    } catch (failure) {
      setError(texts.notValidJson((failure as Error).message));
    }
  }
  return (
    <Textarea
      {...parts}
      description={nameOf(typeNames, 'JSON')}
      autosize
      minRows={2}
      maxRows={12}
      classNames={{ input: classes.code ?? '' }}
      value={text}
      error={error ?? given}
      data-unread={error === null ? undefined : true}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
