import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Secret, secretsQuery, secretUsesQuery, useDeleteSecret } from '../../api/queries/secrets.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { UsedBy } from '../../ui/used-by.tsx';
import { SecretDialog } from '../../resources/secret-dialog.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** Secrets can be written but not read: only names, and who changed them when. */
export function SecretsTab() {
  const list = useQuery(secretsQuery);
  const remove = useDeleteSecret();
  /** The secret to replace; empty for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const secrets = list.data?.items ?? [];
  const uses = useQuery({ ...secretUsesQuery(deleting ?? ''), enabled: deleting !== null });

  return (
    <Panel
      title="Secrets"
      description={
        "Templates use them as {{ $secret('name') }}. Values are encrypted, masked in steps and logs, and " +
        'never shown.'
      }
      flush
      actions={<AddButton label="New secret" onClick={() => setEditing('')} />}
    >
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No secrets yet"
            text="Store passwords and keys for other services here instead of in workflows."
          />
        }
        columns={['Name', { wide: 'Created' }, { wide: 'Last changed' }]}
        rows={secrets.map((secret) => (
          <SecretRow
            key={secret.name}
            secret={secret}
            onReplace={() => setEditing(secret.name)}
            onDelete={() => setDeleting(secret.name)}
          />
        ))}
      />
      {editing !== null && <SecretDialog name={editing} onClose={() => setEditing(null)} />}
      <RemovalDialog
        removed={deleting}
        remove={remove}
        title="Delete the secret?"
        confirmLabel="Delete secret"
        onClose={() => setDeleting(null)}
      >
        Steps and webhooks that use <strong>{deleting}</strong> will fail.
        <UsedBy uses={uses.data?.items ?? []} />
      </RemovalDialog>
    </Panel>
  );
}

interface SecretRowProps {
  secret: Secret;
  onReplace: () => void;
  onDelete: () => void;
}

function SecretRow({ secret: { name, createdAt, updatedAt, updatedBy }, onReplace, onDelete }: SecretRowProps) {
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div className={tableClasses.name}>{name}</div>
      </td>
      <td className={tableClasses.wide}>
        <Ago time={createdAt} />
      </td>
      <td className={tableClasses.wide}>
        <Ago time={updatedAt} />
        {updatedBy?.name ? ` by ${updatedBy.name}` : ''}
      </td>
      <td>
        <Button size="compact-sm" variant="default" mr={8} onClick={onReplace} aria-label={`Replace ${name}`}>
          Replace
        </Button>
        <RemoveButton label={`Delete ${name}`} onClick={onDelete} />
      </td>
    </tr>
  );
}
