import { SegmentedControl, Stack } from '@mantine/core';
import type { Field, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { texts } from '../../texts/test-run.ts';
import { JsonInput } from './placeholder-input.tsx';
import { PlaceholderInputs } from './placeholder-inputs.tsx';

interface ValuesInputProps {
  fields: readonly Field[];
  /** As callers send them: keys dotted (spec §2.2 rule 6). */
  values: JsonObject;
  onChange: (values: JsonObject) => void;
}

const WAYS = [
  { value: 'form', label: texts.form },
  { value: 'json', label: texts.json },
];

/** The values of a test run as a typed form, or as JSON. */
export function ValuesInput({ fields, values, onChange }: ValuesInputProps) {
  const [way, setWay] = useState('form');
  return (
    <Stack gap="sm">
      <SegmentedControl size="xs" aria-label={texts.inputAs} data={WAYS} value={way} onChange={setWay} />
      {way === 'form' ? (
        <PlaceholderInputs fields={fields} values={values} onChange={onChange} />
      ) : (
        <JsonInput
          label={texts.placeholderValues}
          initial={values}
          onChange={(value) =>
            onChange(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {})
          }
        />
      )}
    </Stack>
  );
}
