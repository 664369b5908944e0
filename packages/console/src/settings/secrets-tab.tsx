import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { secretsQuery, useDeleteSecret } from '../api/queries/secrets.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';
import { texts } from '../texts/settings.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Secrets can be written but not read: only names, and who changed them when. */
export function SecretsTab() {
  const list = useQuery(secretsQuery);
  const remove = useDeleteSecret();
  /** The secret to replace; empty for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);

  return (
    <Panel
      title={texts.secrets}
      description={texts.templatesUseThemAsSecret}
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('')}>
          {texts.newSecret}
        </Button>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.data?.items.length === 0 && <EmptyState title={texts.noSecretsYet} text={texts.storePasswordsAndKeysOf} />}
      {list.data && list.data.items.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col" className={tableClasses.wide}>
                {texts.created}
              </th>
              <th scope="col" className={tableClasses.wide}>
                {texts.lastChanged}
              </th>
              <th scope="col" aria-label={texts.actions} />
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
                  {secret.updatedBy?.name ? texts.byName(secret.updatedBy.name) : ''}
                </td>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    mr={8}
                    onClick={() => setEditing(secret.name)}
                    aria-label={texts.replaceName(secret.name)}
                  >
                    {texts.replace}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.deleteName(secret.name)}
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
        title={texts.deleteTheSecret}
        confirmLabel={texts.deleteSecret}
        loading={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })}
      >
        {texts.stepsAndWebhooksThatUse(<strong>{deleting}</strong>)}
      </ConfirmDialog>
    </Panel>
  );
}
