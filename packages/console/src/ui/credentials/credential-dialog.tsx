import '@mantine/core/styles/Combobox.layer.css';
import { Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, findCredentialType, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import { type SubmitEvent, useState } from 'react';
import { type Credential, type CredentialContent, useSaveCredential } from '../../api/queries/credentials.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { showDone } from '../show-done.ts';
import { CredentialInput } from './credential-input.tsx';

interface CredentialDialogProps {
  /** null: a new one. */
  credential: Credential | null;
  /** Of a new one; all when left out. */
  types?: readonly string[];
  onSaved?: (id: string) => void;
  onClose: () => void;
}

type Fields = Record<string, unknown>;

/** Makes a credential, or changes one without showing its secrets. */
export function CredentialDialog({ credential, types, onSaved, onClose }: CredentialDialogProps) {
  const save = useSaveCredential(credential?.id ?? null);
  const offered = CREDENTIAL_TYPES.filter(({ type }) => types?.includes(type) ?? true);
  const [type, setType] = useState<string>(credential?.type ?? offered[0]?.type ?? '');
  const [name, setName] = useState(credential?.name ?? '');
  const [fields, setFields] = useState<Fields>(() => startOf(findCredentialType(type), credential));
  const descriptor = findCredentialType(type);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // Portals keep React's tree: a form around the dialog would be submitted as well.
    event.stopPropagation();
    save.mutate({ ...fields, name: name.trim(), type } as CredentialContent, {
      onSuccess: (saved) => {
        showDone('Credential saved');
        onSaved?.(saved.id);
        onClose();
      },
    });
  }

  function choose(next: string) {
    setType(next);
    setFields(startOf(findCredentialType(next), null));
  }

  return (
    <Modal opened onClose={onClose} title={credential === null ? 'New credential' : `Edit ${credential.name}`}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          {credential === null && (
            <NativeSelect
              label="Type"
              {...(descriptor !== undefined && { description: descriptor.description })}
              data={offered.map((one) => ({ value: one.type, label: one.title }))}
              value={type}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          )}
          <TextInput
            label="Name"
            description="How components find it"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {descriptor !== undefined && (
            <CredentialInputs
              descriptor={descriptor}
              fields={fields}
              isStored={credential !== null}
              onChange={setFields}
            />
          )}
          {credential !== null && (
            <Text size="sm" c="dimmed">
              Secrets are never shown. Leave them empty to keep them; after a change of where they are sent they must be
              entered again.
            </Text>
          )}
          {save.isError && <ErrorNotice error={save.error} />}
          <FormButtons submitLabel="Save" loading={save.isPending} disabled={name.trim() === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

interface CredentialInputsProps {
  descriptor: CredentialDescriptor;
  fields: Fields;
  isStored: boolean;
  onChange: (fields: Fields) => void;
}

function CredentialInputs({ descriptor: { schema, secretFields }, fields, isStored, onChange }: CredentialInputsProps) {
  const required = schema['required'] as string[];
  return Object.entries(propertiesOf(schema)).map(([key, property]) => (
    <CredentialInput
      key={key}
      name={key}
      schema={property}
      required={required.includes(key)}
      isKept={isStored && secretFields.includes(key)}
      value={fields[key]}
      onChange={(value) => onChange({ ...fields, [key]: value })}
    />
  ));
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return schema['properties'] as Record<string, JsonSchema>;
}

/** What a form begins with: the stored fields of the type, or its defaults. */
function startOf(descriptor: CredentialDescriptor | undefined, credential: Credential | null): Fields {
  if (descriptor === undefined) return {};
  // The fields of the type stand beside those that every credential has.
  const stored: Fields | null = credential as Fields | null;
  return Object.fromEntries(
    Object.entries(propertiesOf(descriptor.schema)).flatMap(([key, property]) => {
      const value = stored === null ? property['default'] : stored[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
