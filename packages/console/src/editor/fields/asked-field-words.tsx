import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput, TextInput } from '@mantine/core';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { fieldError } from './field-error.ts';
import classes from './fields.module.css';
import { withValue } from './with-value.ts';

interface AskedFieldWordsProps {
  field: JsonObject;
  pointer: string;
  problems: Problem[];
  onChange: (field: JsonObject) => void;
}

/** Label, help and choices of a field on a page. */
export function AskedFieldWords({ field, pointer, problems, onChange }: AskedFieldWordsProps) {
  const key = String(field['key'] ?? '');
  const text = (name: string): string => (typeof field[name] === 'string' ? field[name] : '');
  const set = (name: string, value: Json | undefined) => onChange(withValue(field, name, value));
  const takesChoices = field['type'] === 'TEXT' || field['type'] === 'NUMBER' || field['type'] === 'LIST';
  return (
    <div className={classes.nested}>
      <TextInput
        size="xs"
        aria-label={`Label of ${key}`}
        placeholder={key === '' ? 'Label' : `Label: ${key}`}
        error={fieldError(problems, `${pointer}/label`)}
        value={text('label')}
        onChange={(event) => set('label', event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        mt={4}
        aria-label={`Help of ${key}`}
        placeholder="Help"
        error={fieldError(problems, `${pointer}/help`)}
        value={text('help')}
        onChange={(event) => set('help', event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      {(takesChoices || field['choices'] !== undefined) && (
        <TagsInput
          size="xs"
          mt={4}
          aria-label={`Choices of ${key}`}
          placeholder="Choices"
          error={fieldError(problems, `${pointer}/choices`)}
          value={Array.isArray(field['choices']) ? field['choices'].map(String) : []}
          onChange={(choices) => set('choices', choices.length === 0 ? undefined : choices)}
        />
      )}
    </div>
  );
}
