import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { secretsQuery, secretUsesQuery, useDeleteSecret } from '../../api/queries/secrets.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { UsedBy } from '../../ui/used-by.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';

/** Secrets can be written but not read: only names, and who changed them when. */
export function SecretsTab() {
  const list = useQuery(secretsQuery);
  const remove = useDeleteSecret();
  /** The secret to replace; empty for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const uses = useQuery({ ...secretUsesQuery(deleting ?? ''), enabled: deleting !== null });

  return (
    <Panel
      title="Secrets"
      description={
        "Templates use them as {{ $secret('name') }}. Values are encrypted, masked in steps and logs, and " +
        'never shown.'
      }
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('')}>
          New secret
        </Button>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.data?.items.length === 0 && (
        <EmptyState
          title="No secrets yet"
          text="Store passwords and keys of other services here instead of in workflows."
        />
      )}
      {list.data && list.data.items.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={tableClasses.wide}>
                Created
              </th>
              <th scope="col" className={tableClasses.wide}>
                Last changed
              </th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {list.data.items.map((secret) => (
              <tr key={secret.name}>
                <td className={tableClasses.grow}>
                  <div className={tableClasses.name}>{secret.name}</div>
                </td>
                <td className={tableClasses.wide}>
                  <Ago time={secret.createdAt} />
                </td>
                <td className={tableClasses.wide}>
                  <Ago time={secret.updatedAt} />
                  {secret.updatedBy?.name ? ` by ${secret.updatedBy.name}` : ''}
                </td>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    mr={8}
                    onClick={() => setEditing(secret.name)}
                    aria-label={`Replace ${secret.name}`}
                  >
                    Replace
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${secret.name}`}
                    onClick={() => setDeleting(secret.name)}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {editing !== null && <SecretDialog name={editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        opened={deleting !== null}
        title="Delete the secret?"
        confirmLabel="Delete secret"
        loading={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })}
      >
        Steps and webhooks that use <strong>{deleting}</strong> fail from then on.
        <UsedBy uses={uses.data?.items ?? []} />
      </ConfirmDialog>
    </Panel>
  );
}
