import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Throttle, throttlesQuery, useDeleteThrottle } from '../../api/queries/throttles.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { ThrottleDialog } from './throttle-dialog.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

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
      actions={<AddButton label="New throttle" onClick={() => setEditing('new')} />}
    >
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No throttles yet"
            text="Limit how often workflows call a host, for example if its API allows 5 calls per second."
          />
        }
        columns={['Host', { wide: 'Rate' }, { wide: 'Last changed' }]}
        rows={throttles.map((throttle) => (
          <ThrottleRow
            key={throttle.host}
            throttle={throttle}
            onChange={() => setEditing(throttle)}
            onDelete={() => setDeleting(throttle.host)}
          />
        ))}
      />
      {editing !== null && (
        <ThrottleDialog throttle={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <RemovalDialog
        removed={deleting}
        remove={remove}
        title="Delete the throttle?"
        confirmLabel="Delete throttle"
        onClose={() => setDeleting(null)}
      >
        Within a second, calls to <strong>{deleting}</strong> are no longer throttled. Throttles of individual
        components are not affected.
      </RemovalDialog>
    </Panel>
  );
}

interface ThrottleRowProps {
  throttle: Throttle;
  onChange: () => void;
  onDelete: () => void;
}

function ThrottleRow({ throttle: { host, perSecond, burst, updatedAt }, onChange, onDelete }: ThrottleRowProps) {
  const rate = rateSentence(perSecond, burst);
  return (
    <tr>
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
          <Button size="compact-sm" variant="default" aria-label={`Change the throttle of ${host}`} onClick={onChange}>
            Change
          </Button>
          <RemoveButton label={`Delete the throttle of ${host}`} onClick={onDelete} />
        </Group>
      </td>
    </tr>
  );
}

/** `5 calls a second, 10 at the same time after a pause`. */
function rateSentence(perSecond: number, burst: number): string {
  return `${callsAt(perSecond)}${burst === 1 ? '' : `, ${formatNumber(burst)} at the same time after a pause`}`;
}

function callsAt(perSecond: number): string {
  if (perSecond === 1) return '1 call a second';
  return perSecond < 1
    ? `1 call in ${formatNumber(1 / perSecond, 1)} seconds`
    : `${formatNumber(perSecond)} calls per second`;
}
