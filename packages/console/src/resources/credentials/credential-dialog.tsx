import '@mantine/core/styles/Combobox.layer.css';
import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, findCredentialType, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import {
  type Credential,
  type CredentialContent,
  useSaveCredential,
  useTestCredential,
} from '../../api/queries/credentials.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showDone } from '../../ui/show-done.ts';
import type { JsonObject } from '@workflow/workflow-model';
import { CredentialInput } from './credential-input.tsx';
import { problemAtField } from './problem-at-field.ts';
import { RedirectAddress } from './redirect-address.tsx';
import { TestResult } from './test-result.tsx';

interface CredentialDialogProps {
  /** Null for a new one. */
  credential: Credential | null;
  /** Types that a new credential may have; all when left out. */
  types?: readonly string[];
  /** The type, the name and the fields that a new credential begins with. */
  start?: CredentialStart;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

export interface CredentialStart {
  type: string;
  name: string;
  fields: Readonly<Record<string, unknown>>;
}

type Fields = Record<string, unknown>;

/** Makes a credential, or changes one without showing its secrets. A test saves it first. */
export function CredentialDialog({ credential: opened, types, start, onSaved, onClose }: CredentialDialogProps) {
  /** A new one is stored from its first test on. */
  const [credential, setStored] = useState(opened);
  const test = useTestCredential();
  const save = useSaveCredential(credential?.id ?? null);
  const offered = CREDENTIAL_TYPES.filter(({ type }) => types?.includes(type) ?? true);
  const first: Partial<CredentialStart> = credential ?? start ?? {};
  const [type, setType] = useState<string>(first.type ?? offered[0]?.type ?? '');
  const [name, setName] = useState(first.name ?? '');
  const [fields, setFields] = useState<Fields>(() => ({
    ...startOf(findCredentialType(type), credential),
    ...start?.fields,
  }));
  const descriptor = findCredentialType(type);
  const form = useRef<HTMLFormElement>(null);
  const { error } = save;
  const shownFields = descriptor === undefined ? fields : withoutHidden(descriptor.schema, fields);
  const sent = save.variables as Fields | undefined;
  const shown = ['name', ...Object.keys(descriptor ? propertiesOf(descriptor.schema) : {})];
  // A field that was changed since is not known to be wrong.
  const problemOf = (field: string, value: unknown) =>
    sent?.[field] === value ? problemAtField(error, field) : undefined;

  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const words = wordsOf(opened, credential !== null);
  const content = () => ({ ...shownFields, name: name.trim(), type }) as CredentialContent;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // Portals keep React's tree: a form around the dialog would be submitted as well.
    event.stopPropagation();
    save.mutate(content(), {
      onSuccess: (saved) => {
        showDone(words.done);
        onSaved?.(saved.id);
        onClose();
      },
    });
  }

  function saveAndTest() {
    if (form.current?.reportValidity() !== true) return;
    test.reset();
    save.mutate(content(), {
      onSuccess: (saved) => {
        setStored(saved);
        onSaved?.(saved.id);
        test.mutate(saved.id);
      },
    });
  }

  function choose(next: string) {
    save.reset();
    setType(next);
    setFields(startOf(findCredentialType(next), null));
  }

  return (
    <Modal opened onClose={onClose} title={words.title}>
      <form ref={form} onSubmit={submit} autoComplete="off">
        <Stack>
          {credential === null && <TypeField offered={offered} type={type} choose={choose} />}
          <TextInput
            label="Name"
            description="Shown in the component's list"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problemOf('name', name.trim())}
            data-autofocus
          />
          {descriptor !== undefined && (
            <CredentialInputs
              descriptor={descriptor}
              fields={fields}
              stored={credential}
              problemOf={problemOf}
              onChange={setFields}
            />
          )}
          {descriptor?.oauth?.(shownFields as JsonObject)?.signsInByBrowser === true && <RedirectAddress />}
          {save.isError && !shown.some((field) => problemAtField(error, field) !== undefined) && (
            <ErrorNotice error={error} />
          )}
          <div aria-live="polite">
            <TestResult test={test} />
          </div>
          <FormButtons
            submitLabel={words.submit}
            loading={save.isPending}
            disabled={name.trim() === ''}
            onCancel={onClose}
          >
            <TestButton loading={test.isPending} disabled={name.trim() === '' || save.isPending} test={saveAndTest} />
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function TestButton({ loading, disabled, test }: { loading: boolean; disabled: boolean; test: () => void }) {
  return (
    <Button variant="default" loading={loading} disabled={disabled} onClick={test}>
      Test
    </Button>
  );
}

interface TypeFieldProps {
  offered: readonly CredentialDescriptor[];
  type: string;
  choose: (type: string) => void;
}

function TypeField({ offered, type, choose }: TypeFieldProps) {
  return (
    <NativeSelect
      label="Type"
      description={findCredentialType(type)?.description}
      data={offered.map((one) => ({ value: one.type, label: one.title }))}
      value={type}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

function wordsOf(opened: { name: string } | null, isStored: boolean): { title: string; submit: string; done: string } {
  const submit = isStored ? 'Save' : 'Create';
  return opened === null
    ? { title: 'New credential', submit, done: 'Credential created' }
    : { title: `Edit ${opened.name}`, submit, done: 'Credential saved' };
}

interface CredentialInputsProps {
  descriptor: CredentialDescriptor;
  fields: Fields;
  stored: Credential | null;
  problemOf: (field: string, value: unknown) => string | undefined;
  onChange: (fields: Fields) => void;
}

function CredentialInputs({ descriptor, fields, stored, problemOf, onChange }: CredentialInputsProps) {
  const { schema, secretFields } = descriptor;
  const required = schema['required'] as string[];
  const moved = stored === null ? [] : movedFields(descriptor, stored as Fields, fields);
  return Object.entries(propertiesOf(schema))
    .filter(isShownWith(fields))
    .map(([key, property]) => {
      const isSecret = secretFields.includes(key);
      return (
        <CredentialInput
          key={key}
          name={key}
          schema={property}
          required={
            required.includes(key) ||
            property['x-show'] !== undefined ||
            (isSecret && moved.length > 0 && signsIn(fields))
          }
          isStored={isSecret && stored !== null && moved.length === 0}
          description={isSecret && stored !== null ? secretHint(moved) : undefined}
          error={problemOf(key, fields[key])}
          value={fields[key]}
          onChange={(value) => onChange({ ...fields, [key]: value })}
        />
      );
    });
}

/** Returns false for a relay that takes no user: it has no secret either. */
function signsIn(fields: Fields): boolean {
  return fields['user'] !== '';
}

/** Returns true if a field is shown with these values. A hidden field is not sent. */
function isShownWith(fields: Fields): (entry: [string, JsonSchema]) => boolean {
  return ([, property]) =>
    Object.entries((property['x-show'] ?? {}) as Fields).every(([other, value]) => fields[other] === value);
}

function withoutHidden(schema: JsonSchema, fields: Fields): Fields {
  const shown = new Set(
    Object.entries(propertiesOf(schema))
      .filter(isShownWith(fields))
      .map(([key]) => key),
  );
  return Object.fromEntries(Object.entries(fields).filter(([key]) => shown.has(key)));
}

function secretHint(moved: readonly string[]): string {
  return moved.length === 0
    ? 'A value is stored. Leave this empty to keep it.'
    : `Enter it again: ${moved.join(', ')} changed.`;
}

/** Returns the titles of changed fields that decide where secrets are sent. A change requires the secrets again. */
function movedFields({ schema, destinationFields }: CredentialDescriptor, stored: Fields, fields: Fields): string[] {
  return destinationFields
    .filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(fields[field]))
    .map((field) => String(propertiesOf(schema)[field]?.['title'] ?? field));
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return schema['properties'] as Record<string, JsonSchema>;
}

/** Returns the first values of a form: the stored fields of the type, or its defaults. */
function startOf(descriptor: CredentialDescriptor | undefined, credential: Credential | null): Fields {
  if (descriptor === undefined) return {};
  // The fields of the type follow those that every credential has.
  const stored: Fields | null = credential as Fields | null;
  return Object.fromEntries(
    Object.entries(propertiesOf(descriptor.schema)).flatMap(([key, property]) => {
      const value = stored === null ? property['default'] : stored[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
