import '@mantine/core/styles/Combobox.layer.css';
import { Anchor, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, useCreateApp } from '../../api/queries/apps.ts';
import { credentialsQuery, useAuthorizeCredential } from '../../api/queries/credentials.ts';
import { CredentialField } from '../../editor/fields/credential-field.tsx';
import { type DirectoryEntry, readShippedDocument } from '../../features/apps/directory.ts';
import { unusedAppName } from '../../features/apps/unused-app-name.ts';
import { showDone } from '../../ui/show-done.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface AddFromDirectoryDialogProps {
  entry: DirectoryEntry;
  apps: readonly App[];
  onAdded: (app: App) => void;
  onClose: () => void;
}

/** Adds an app of the directory. It asks for the credential alone. */
export function AddFromDirectoryDialog({ entry, apps, onAdded, onClose }: AddFromDirectoryDialogProps) {
  const create = useCreateApp();
  const authorize = useAuthorizeCredential();
  const credentials = useQuery(credentialsQuery);
  const client = useQueryClient();
  const [credential, setCredential] = useState('');
  const [error, setError] = useState<unknown>(null);
  const { title, kind, url, document, signIn, docs } = entry;
  const start = startOf(entry);

  async function submit() {
    setError(null);
    try {
      const source = document === undefined ? { url: url ?? '' } : { document: await readShippedDocument(document) };
      const name = unusedAppName(entry.name, apps);
      const app = await create.mutateAsync({ name, kind, ...source, ...(credential !== '' && { credential }) });
      const chosen = credentials.data?.items.find(({ id }) => id === credential);
      showDone('App added');
      onClose();
      onAdded(app);
      // The server answers only those who signed in.
      if (chosen?.status === 'sign-in-needed') authorize.mutate(chosen.id);
    } catch (failure) {
      setError(failure);
      void client.invalidateQueries({ queryKey: credentialsQuery.queryKey });
    }
  }

  return (
    <FormDialog
      title={`Add ${title}`}
      submitLabel="Add"
      request={{ isPending: create.isPending, error }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="sm">
        Sign-in: {signIn}{' '}
        <Anchor href={docs} target="_blank" rel="noreferrer" size="sm" underline="always">
          Documentation of {title}
        </Anchor>
      </Text>
      {start !== null && (
        <CredentialField
          label="Credential"
          required={false}
          value={credential}
          within=""
          types={[start.type]}
          start={start}
          onChange={setCredential}
        />
      )}
    </FormDialog>
  );
}

/** A credential of an MCP server is sent to the server alone. */
function startOf({ title, kind, url, credential }: DirectoryEntry) {
  if (credential === null) return null;
  const fields = kind === 'mcp' ? { url, ...credential.fields } : credential.fields;
  return { type: credential.type, name: title, fields };
}
