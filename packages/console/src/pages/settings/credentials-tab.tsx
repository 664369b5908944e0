import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Credential, credentialsQuery, useDeleteCredential } from '../../api/queries/credentials.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CredentialDialog } from '../../ui/credentials/credential-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { UsedBy } from '../../ui/used-by.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';
import { CredentialRow } from './credential-row.tsx';

/** What components sign in elsewhere with: made, tested, changed without being seen, deleted with what would break. */
export function CredentialsTab() {
  const list = useQuery(credentialsQuery);
  /** 'new', or the one that is changed. */
  const [editing, setEditing] = useState<Credential | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Credential | null>(null);
  const credentials = list.data?.items ?? [];
  return (
    <Panel
      title="Credentials"
      description={
        'What components sign in to other systems with. Secrets are encrypted, masked in steps and never shown.'
      }
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          New credential
        </Button>
      }
    >
      <SignedInNotice credentials={credentials} />
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && credentials.length === 0 && (
        <EmptyState
          title="No credentials yet"
          text="Make one for an API, a mail server or a database, and choose it in the components that need it."
        />
      )}
      {credentials.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={tableClasses.wide}>
                Status
              </th>
              <th scope="col" className={tableClasses.wide}>
                Last used
              </th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {credentials.map((credential) => (
              <CredentialRow
                key={credential.id}
                credential={credential}
                onEdit={() => setEditing(credential)}
                onDelete={() => setDeleting(credential)}
              />
            ))}
          </tbody>
        </table>
      )}
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
    <ConfirmDialog
      opened={credential !== null}
      title="Delete the credential?"
      confirmLabel="Delete credential"
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => credential && remove.mutate({ id: credential.id, force }, { onSuccess: onClose })}
    >
      Components that use <strong>{credential?.name}</strong> fail from then on.
      <UsedBy uses={uses} />
    </ConfirmDialog>
  );
}
