import { TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Names the value in the label of the button. */
  what: string;
}

/** A text to copy. */
export function CopyField({ label, value, what }: CopyFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      rightSection={<CopyButton value={value} label={`Copy the ${what}`} />}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
