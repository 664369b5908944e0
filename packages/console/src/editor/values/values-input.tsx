import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { JsonInput } from './placeholder-input.tsx';
import { PlaceholderInputs, type PlaceholderInputsProps } from './placeholder-inputs.tsx';
import { objectOrEmpty } from '@workflow/workflow-model';

const WAYS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

/** The values of a test run as a typed form, or as JSON. */
export function ValuesInput(props: PlaceholderInputsProps) {
  const { values, onChange } = props;
  const [way, setWay] = useState('form');
  return (
    <Stack gap="sm">
      <SegmentedControl size="xs" aria-label="Input as" data={WAYS} value={way} onChange={setWay} />
      {way === 'form' ? (
        <PlaceholderInputs {...props} />
      ) : (
        <JsonInput label="Placeholder values" initial={values} onChange={(value) => onChange(objectOrEmpty(value))} />
      )}
    </Stack>
  );
}
