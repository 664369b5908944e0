import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { FieldLabels } from './field-props.ts';

interface ChoiceProps extends FieldLabels {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  none: string;
  /** Shown for a value that is none of the options. */
  unknown: string;
}

/** Chooses one of the things that are there, and keeps a value that is none of them. */
export function Choice({ value, onChange, options, none, unknown, ...labels }: ChoiceProps) {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      {...labels}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: none }, ...(isKnown ? [] : [{ value, label: unknown }]), ...options]}
    />
  );
}
