import { Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery, useCreateApiKey, useDeleteApiKey } from '../../api/queries/api-keys.ts';
import type { ApiKey } from '../../api/types.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { plural } from '../../ui/plural.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago, useNow } from '../../ui/time.tsx';
import { nameOf } from '../../names/name-of.ts';
import { scopeNames } from './scope-names.ts';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { formatDate } from '../../ui/format-time.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** API keys (contract §5.1): created with name, scopes and expiry, shown once. */
export function ApiKeysTab() {
  const list = useInfiniteQuery(apiKeysQuery);
  const create = useCreateApiKey();
  const remove = useDeleteApiKey();
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const keys = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <Panel
      title="API keys"
      description="Programs send a key in the header x-api-key to call the API."
      flush
      actions={<AddButton label="New API key" onClick={() => setMaking(true)} />}
    >
      <ListedTable
        list={list}
        empty={<EmptyState title="No API keys yet" text="Create a key to start runs from your own programs." />}
        columns={['Name', 'Key', { wide: 'Scopes' }, { wide: 'Last used' }, { wide: 'Expires' }]}
        rows={keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onDelete={() => setDeleting(key)} />
        ))}
      />
      <MoreButton list={list} />
      {making && <NewApiKeyDialog create={create} onClose={() => setMaking(false)} />}
      <ShownOnceDialog
        what="API key"
        fileName="api-key.txt"
        value={create.data?.key ?? null}
        onClose={() => create.reset()}
      />
      <RemovalDialog
        removed={deleting && deleting.id}
        remove={remove}
        title="Delete the API key?"
        confirmLabel="Delete key"
        done="API key deleted"
        onClose={() => setDeleting(null)}
      >
        Programs that use <strong>{deleting?.name}</strong> are refused within a second. This cannot be undone.
      </RemovalDialog>
    </Panel>
  );
}

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { workflowIds } = apiKey;
  const bound = workflowIds
    ? `, ${plural(workflowIds.length, { one: 'in one workflow', other: `in ${workflowIds.length} workflows` })}`
    : '';
  const scopes = `${apiKey.scopes.map((scope) => nameOf(scopeNames, scope)).join(', ')}${bound}`;
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div className={tableClasses.name} title={apiKey.name}>
          {apiKey.name}
        </div>
        <div className={tableClasses.soft}>
          <Ago time={apiKey.createdAt} />
          {apiKey.createdBy?.name ? ` by ${apiKey.createdBy.name}` : ''}
        </div>
        <div className={tableClasses.onPhones}>
          {scopes}, expires: <Expiry expiresAt={apiKey.expiresAt} />
        </div>
      </td>
      <td className={tableClasses.mono}>{apiKey.prefix}…</td>
      <td className={tableClasses.wide}>{scopes}</td>
      <td className={tableClasses.wide}>
        {apiKey.lastUsedAt ? <Ago time={apiKey.lastUsedAt} /> : <span className={tableClasses.soft}>Never</span>}
      </td>
      <td className={tableClasses.wide}>
        <Expiry expiresAt={apiKey.expiresAt} />
      </td>
      <td>
        <RemoveButton label={`Delete ${apiKey.name}`} onClick={onDelete} />
      </td>
    </tr>
  );
}

function Expiry({ expiresAt }: { expiresAt: string | null }) {
  const now = useNow();
  if (expiresAt === null) return <span className={tableClasses.soft}>Never</span>;
  if (Date.parse(expiresAt) < now) {
    return (
      <Badge color="red" variant="light">
        Expired
      </Badge>
    );
  }
  return <>{formatDate(expiresAt)}</>;
}
