import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { NativeSelect, NumberInput, PasswordInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';

interface CredentialInputProps {
  name: string;
  schema: JsonSchema;
  required: boolean;
  /** True for a stored secret, which stays unchanged when nothing is entered. */
  isStored: boolean;
  /** Replaces the description of the schema. */
  description?: string | undefined;
  error?: string | undefined;
  value: unknown;
  /** `undefined`: nothing was entered. */
  onChange: (value: unknown) => void;
}

/** One field of a credential, by its schema. */
export function CredentialInput(props: CredentialInputProps) {
  const { name, schema, required, isStored, error, value, onChange } = props;
  const description = props.description ?? schema['description'];
  const labels = {
    name,
    label: String(schema['title'] ?? name),
    ...(typeof description === 'string' && { description }),
    ...(error !== undefined && { error }),
    required: required && !isStored,
  };
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || undefined);
  if (schema['writeOnly'] === true)
    return (
      <PasswordInput
        {...labels}
        {...(isStored && { placeholder: 'Unchanged' })}
        autoComplete="new-password"
        value={text}
        onChange={onText}
      />
    );
  if (Array.isArray(schema['enum']))
    return <NativeSelect {...labels} data={choicesOf(schema)} value={text} onChange={onText} />;
  if (schema['type'] === 'integer')
    return (
      <NumberInput
        {...labels}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  if (schema['type'] === 'array')
    return (
      <TagsInput
        {...labels}
        placeholder="Press Enter after each"
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      />
    );
  if (schema['x-multiline'] === true)
    return <Textarea {...labels} autosize minRows={3} maxRows={10} value={text} onChange={onText} />;
  return <TextInput {...labels} autoComplete="off" value={text} onChange={onText} />;
}

/** The values that the schema lists, in words where it has any. */
function choicesOf(schema: JsonSchema): { value: string; label: string }[] {
  const words = (schema['x-labels'] ?? {}) as Record<string, string>;
  return (schema['enum'] as string[]).map((value) => ({ value, label: words[value] ?? value }));
}
