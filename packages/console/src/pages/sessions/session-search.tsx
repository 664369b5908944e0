import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const SETTLE_MS = 250;
interface SessionSearchProps {
  name: string;
  placeholder: string;
  /** As many characters as the API takes. */
  maxLength: number;
  text: string | undefined;
  onChange: (text: string | null) => void;
}

/** A text of the list's filter, which applies once the typing settles; such as an errorId from a log line. */
export function SessionSearch({ name, placeholder, maxLength, text, onChange }: SessionSearchProps) {
  const [typed, setTyped] = useState(text ?? '');
  // The text in the address at the last render, and the text that this field put there.
  const [known, setKnown] = useState(text);
  const [sent, setSent] = useState(text);
  const settle = useDebouncedCallback((value: string) => {
    setSent(value.trim() || undefined);
    onChange(value.trim() || null);
  }, SETTLE_MS);
  if (text !== known) {
    setKnown(text);
    // The address was changed elsewhere: by the command menu, or by going back.
    if (text !== sent) {
      setSent(text);
      setTyped(text ?? '');
    }
  }
  return (
    <TextInput
      aria-label={name}
      placeholder={placeholder}
      leftSection={<IconSearch size={15} />}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
    />
  );
}
