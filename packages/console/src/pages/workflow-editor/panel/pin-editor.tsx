import type { Json } from '@workflow/workflow-model';
import { useState } from 'react';
import { CodeInput } from '../../../editor/expressions/code-input.tsx';

interface PinEditorProps {
  value: Json;
  onChange: (value: Json) => void;
}

/** Edits the pinned output as JSON. Invalid JSON is not stored. */
export function PinEditor({ value, onChange }: PinEditorProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [error, setError] = useState<string | null>(null);
  return (
    <CodeInput
      label="Pinned output"
      language="json"
      required={false}
      minLines={3}
      value={text}
      {...(error === null ? {} : { error })}
      onChange={(next) => {
        setText(next);
        const read = parsed(next);
        setError(read === undefined ? 'Invalid JSON. The last valid value is still used.' : null);
        if (read !== undefined) onChange(read);
      }}
    />
  );
}

/** undefined: the text is no JSON. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
