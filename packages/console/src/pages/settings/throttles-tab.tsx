import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Throttle, throttlesQuery, useDeleteThrottle } from '../../api/queries/throttles.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
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
      title="Throttles"
      description={
        'How often HTTP requests of all workflows together may call a host. Calls above the rate wait for their ' +
        'turn.'
      }
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          New throttle
        </Button>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && throttles.length === 0 && (
        <EmptyState title="No throttles yet" text="Throttle a host that allows only so many calls a second." />
      )}
      {throttles.length > 0 && <ThrottleTable throttles={throttles} onChange={setEditing} onDelete={setDeleting} />}
      {editing !== null && (
        <ThrottleDialog throttle={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Delete the throttle?"
        confirmLabel="Delete throttle"
        loading={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting !== null && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })}
      >
        Within a second, calls to <strong>{deleting}</strong> are no longer throttled. Throttles of single components
        stay.
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
          <th scope="col">Host</th>
          <th scope="col" className={tableClasses.wide}>
            Rate
          </th>
          <th scope="col" className={tableClasses.wide}>
            Last changed
          </th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {throttles.map((throttle) => {
          const { host, updatedAt } = throttle;
          const rate = rateSentence(throttle.perSecond, throttle.burst);
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
                    aria-label={`Change the throttle of ${host}`}
                    onClick={() => onChange(throttle)}
                  >
                    Change
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete the throttle of ${host}`}
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

/** `5 calls a second, 10 at once after a pause`. */
function rateSentence(perSecond: number, burst: number): string {
  return `${callsAt(perSecond)}${burst === 1 ? '' : `, ${burst.toLocaleString()} at once after a pause`}`;
}

function callsAt(perSecond: number): string {
  if (perSecond === 1) return '1 call a second';
  return perSecond < 1
    ? `1 call in ${(1 / perSecond).toLocaleString([], { maximumFractionDigits: 1 })} seconds`
    : `${perSecond.toLocaleString()} calls a second`;
}
