import { Textarea, TextInput } from '@mantine/core';

const MAX_NAME_LENGTH = 200;
const MAX_NOTE_LENGTH = 2_000;

/** Name and note of a version while they are typed. */
export interface TypedWords {
  versionName: string;
  note: string;
}

export const NO_WORDS: TypedWords = { versionName: '', note: '' };

interface VersionWordsFieldsProps {
  words: TypedWords;
  onChange: (words: TypedWords) => void;
}

/** Asks for the name of a version and a note. */
export function VersionWordsFields({ words, onChange }: VersionWordsFieldsProps) {
  return (
    <>
      <TextInput
        label="Name of the version"
        placeholder="Optional"
        maxLength={MAX_NAME_LENGTH}
        value={words.versionName}
        onChange={(event) => onChange({ ...words, versionName: event.currentTarget.value })}
      />
      <Textarea
        label="Note"
        placeholder="What changed and why"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_NOTE_LENGTH}
        value={words.note}
        onChange={(event) => onChange({ ...words, note: event.currentTarget.value })}
      />
    </>
  );
}

/** As they are sent: null is nothing. */
export function sentWords({ versionName, note }: TypedWords): { versionName: string | null; note: string | null } {
  return { versionName: versionName.trim() || null, note: note.trim() || null };
}
