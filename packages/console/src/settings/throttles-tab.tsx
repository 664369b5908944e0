import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Throttle, throttlesQuery, useDeleteThrottle } from '../api/queries/throttles.ts';
import { texts } from '../texts/throttles.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';
import { ThrottleDialog } from './throttle-dialog.tsx';

/** How often components may call hosts. */
export function ThrottlesTab() {
  const list = useQuery(throttlesQuery);
  const remove = useDeleteThrottle();
  /** 'new', or the throttle that is changed. */
  const [editing, setEditing] = useState<Throttle | 'new' | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const throttles = list.data?.items ?? [];
  return (
    <Panel
      title={texts.throttles}
      description={texts.whatThrottlesDo}
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          {texts.newThrottle}
        </Button>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && throttles.length === 0 && (
        <EmptyState title={texts.noThrottlesYet} text={texts.throttleAHost} />
      )}
      {throttles.length > 0 && <ThrottleTable throttles={throttles} onChange={setEditing} onDelete={setDeleting} />}
      {editing !== null && (
        <ThrottleDialog throttle={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={texts.deleteTheThrottle}
        confirmLabel={texts.deleteThrottle}
        loading={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting !== null && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })}
      >
        {texts.callsOfHostGoOut(<strong>{deleting}</strong>)}
      </ConfirmDialog>
    </Panel>
  );
}

interface ThrottleTableProps {
  throttles: Throttle[];
  onChange: (throttle: Throttle) => void;
  onDelete: (host: string) => void;
}

function ThrottleTable({ throttles, onChange, onDelete }: ThrottleTableProps) {
  return (
    <table className={tableClasses.table}>
      <thead>
        <tr>
          <th scope="col">{texts.host}</th>
          <th scope="col" className={tableClasses.wide}>
            {texts.rate}
          </th>
          <th scope="col" className={tableClasses.wide}>
            {texts.lastChanged}
          </th>
          <th scope="col" aria-label={texts.actions} />
        </tr>
      </thead>
      <tbody>
        {throttles.map((throttle) => {
          const { host, updatedAt } = throttle;
          const rate = texts.rateSentence(throttle.perSecond, throttle.burst);
          return (
            <tr key={host}>
              <td className={tableClasses.grow}>
                <div className={tableClasses.name} title={host}>
                  {host}
                </div>
                <div className={tableClasses.onPhones}>{rate}</div>
              </td>
              <td className={tableClasses.wide}>{rate}</td>
              <td className={tableClasses.wide}>
                <Ago time={updatedAt} />
              </td>
              <td>
                <Group gap={8} wrap="nowrap" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.changeHost(host)}
                    onClick={() => onChange(throttle)}
                  >
                    {texts.change}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.deleteHost(host)}
                    onClick={() => onDelete(host)}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
                </Group>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
