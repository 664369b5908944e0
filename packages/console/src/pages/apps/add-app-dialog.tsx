import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { FileButton, Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type App, useCreateApp } from '../../api/queries/apps.ts';
import { CredentialField } from '../../editor/fields/credential-field.tsx';
import { CREDENTIAL_TYPES_OF } from '../../features/apps/app-names.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { showDone } from '../../ui/show-done.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** The same limit as in ingress. */
const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
/** The longest text that the field shows. A longer one is only named. */
const MAX_SHOWN = 100_000;

const SOURCES = [
  { value: 'mcp', label: 'MCP server' },
  { value: 'url', label: 'OpenAPI URL' },
  { value: 'document', label: 'OpenAPI document' },
];

interface AddAppDialogProps {
  onAdded: (app: App) => void;
  onClose: () => void;
}

/** Adds an MCP server by its URL, or an OpenAPI document by its URL or as a file. */
export function AddAppDialog({ onAdded, onClose }: AddAppDialogProps) {
  const create = useCreateApp();
  const [source, setSource] = useState('mcp');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [document, setDocument] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [credential, setCredential] = useState('');
  const kind = source === 'mcp' ? 'mcp' : 'openapi';
  const isNameWrong = !/^(?:[a-z0-9][a-z0-9-]*)?$/.test(name.trim());
  const isMissing = source === 'document' ? document === '' : url.trim() === '';

  function submit() {
    create.mutate(
      {
        name: name.trim(),
        kind,
        ...(source === 'document' ? { document } : { url: url.trim() }),
        ...(kind === 'openapi' && baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }),
        ...(credential !== '' && { credential }),
      },
      {
        onSuccess: (app) => {
          showDone('App added');
          onClose();
          onAdded(app);
        },
      },
    );
  }

  return (
    <FormDialog
      title="Add an app"
      size="lg"
      submitLabel="Add"
      request={create}
      disabled={name.trim() === '' || isNameWrong || isMissing}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label="Source"
        data={SOURCES}
        value={source}
        onChange={(next) => {
          setSource(next);
          setCredential('');
          create.reset();
        }}
      />
      <TextInput
        label="Name"
        description="Lowercase letters, digits and hyphens"
        required
        maxLength={40}
        value={name}
        error={isNameWrong ? 'Use lowercase letters, digits and hyphens, and begin with a letter or a digit' : null}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {source === 'document' ? (
        <DocumentField value={document} onChange={setDocument} />
      ) : (
        <TextInput
          label="URL"
          description={source === 'mcp' ? 'The URL of the server' : 'The URL of the document'}
          required
          inputMode="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
      {kind === 'openapi' && (
        <TextInput
          label="Base URL"
          description="The URL of the API, if it is not the first server of the document"
          inputMode="url"
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
      )}
      <CredentialField
        key={kind}
        label="Credential"
        required={false}
        value={credential}
        within=""
        types={CREDENTIAL_TYPES_OF[kind]}
        onChange={setCredential}
      />
    </FormDialog>
  );
}

/** An OpenAPI document as text, or from a file of this machine. */
function DocumentField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    const isTooLarge = file.size > MAX_DOCUMENT_BYTES;
    setError(isTooLarge ? `The file has ${formatBytes(file.size)}. A document has at most 20 MiB.` : null);
    if (!isTooLarge) onChange(await file.text());
  };
  const isLong = value.length > MAX_SHOWN;
  return (
    <Stack gap="xs">
      <Textarea
        label="Document"
        description="JSON or YAML"
        required
        autosize
        minRows={4}
        maxRows={10}
        readOnly={isLong}
        value={isLong ? `${value.slice(0, MAX_SHOWN)}…` : value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        <FileButton accept=".json,.yaml,.yml,application/json" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              Choose a file
            </Button>
          )}
        </FileButton>
        {isLong && <Text size="sm">{formatBytes(value.length)}</Text>}
      </Group>
    </Stack>
  );
}
