import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Credential, credentialsQuery, useDeleteCredential } from '../../api/queries/credentials.ts';
import { CredentialDialog } from '../../resources/credentials/credential-dialog.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { UsedBy } from '../../ui/used-by.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';
import { CredentialRow } from './credential-row.tsx';

/** Creates, tests, changes and deletes the credentials that components use. Their secrets are never shown. */
export function CredentialsTab() {
  const list = useQuery(credentialsQuery);
  /** 'new', or the one that is changed. */
  const [editing, setEditing] = useState<Credential | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Credential | null>(null);
  const credentials = list.data?.items ?? [];
  return (
    <Panel
      title="Credentials"
      description={'Logins and keys for other systems. They are encrypted, masked in steps and never shown.'}
      flush
      actions={<AddButton label="New credential" onClick={() => setEditing('new')} />}
    >
      <SignedInNotice credentials={credentials} />
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No credentials yet"
            text="Create one for an API, a mail server or a database, then select it in the components that need it."
          />
        }
        columns={['Name', { wide: 'Status' }, { wide: 'Last used' }]}
        rows={credentials.map((credential) => (
          <CredentialRow
            key={credential.id}
            credential={credential}
            onEdit={() => setEditing(credential)}
            onDelete={() => setDeleting(credential)}
          />
        ))}
      />
      {editing !== null && (
        <CredentialDialog credential={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <DeleteDialog credential={deleting} onClose={() => setDeleting(null)} />
    </Panel>
  );
}

function DeleteDialog({ credential, onClose }: { credential: Credential | null; onClose: () => void }) {
  const remove = useDeleteCredential();
  const uses = credential?.usedBy ?? [];
  const force = uses.some(({ published }) => published);
  return (
    <RemovalDialog
      removed={credential && { id: credential.id, force }}
      remove={remove}
      title="Delete the credential?"
      confirmLabel="Delete credential"
      onClose={onClose}
    >
      Components that use <strong>{credential?.name}</strong> will fail.
      <UsedBy uses={uses} />
    </RemovalDialog>
  );
}
