import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const SETTLE_MS = 250;
/** As many as the API takes. */
const MAX_LENGTH = 200;

interface SessionSearchProps {
  text: string | undefined;
  onChange: (text: string | null) => void;
}

/** Searches ids, errors and workflow names; a session id or errorId can be pasted from a log line. */
export function SessionSearch({ text, onChange }: SessionSearchProps) {
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
      aria-label="Search sessions"
      placeholder="ID, error or workflow"
      leftSection={<IconSearch size={15} />}
      maxLength={MAX_LENGTH}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
    />
  );
}
