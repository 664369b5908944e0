import { ActionIcon, Button, Group } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type EventHook,
  eventHooksQuery,
  useCreateEventHook,
  useDeleteEventHook,
  useRotateEventHook,
  useTestEventHook,
} from '../../api/queries/event-hooks.ts';
import { eventNames } from './event-names.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plural } from '../../ui/plural.ts';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import tableClasses from '../../ui/table.module.css';
import { EventDeliveriesDialog } from './event-deliveries-dialog.tsx';
import { NewEventHookDialog } from './new-event-hook-dialog.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface Asked {
  what: 'delete' | 'rotate' | 'deliveries';
  hook: EventHook;
}

/** Event hooks: create them (the secret is shown once), test them, rotate their secrets, see their deliveries. */
export function EventHooksTab() {
  const list = useQuery(eventHooksQuery);
  const create = useCreateEventHook();
  const rotate = useRotateEventHook();
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const hooks = list.data?.items ?? [];
  const close = () => setAsked(null);

  return (
    <Panel
      title="Event hooks"
      description="Notify your systems when production sessions end. Requests are signed (Standard Webhooks)."
      flush
      actions={<AddButton label="New event hook" onClick={() => setMaking(true)} />}
    >
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No event hooks yet"
            text="Create one to be notified when sessions fail, succeed or are cancelled."
          />
        }
        columns={['URL', { wide: 'Events' }]}
        rows={hooks.map((hook) => (
          <HookRow key={hook.id} hook={hook} onAsk={(what) => setAsked({ what, hook })} />
        ))}
      />
      {making && <NewEventHookDialog create={create} onClose={() => setMaking(false)} />}
      <ShownOnceDialog
        what="Signing secret"
        fileName="event-hook-secret.txt"
        value={create.data?.secret ?? rotate.data?.secret ?? null}
        onClose={() => {
          create.reset();
          rotate.reset();
        }}
      />
      {asked?.what === 'deliveries' && <EventDeliveriesDialog hook={asked.hook} onClose={close} />}
      <ConfirmDialog
        opened={asked?.what === 'rotate'}
        title="Rotate the secret?"
        confirmLabel="Rotate secret"
        loading={rotate.isPending}
        onClose={close}
        onConfirm={() => asked && rotate.mutate(asked.hook.id, { onSuccess: close })}
      >
        Events to <strong>{asked?.hook.url}</strong> are signed with both secrets for 24 hours. After that the old one
        no longer signs.
      </ConfirmDialog>
      <DeleteDialog hook={asked?.what === 'delete' ? asked.hook : null} onClose={close} />
    </Panel>
  );
}

function DeleteDialog({ hook, onClose }: { hook: EventHook | null; onClose: () => void }) {
  const remove = useDeleteEventHook();
  return (
    <RemovalDialog
      removed={hook && hook.id}
      remove={remove}
      title="Delete the event hook?"
      confirmLabel="Delete hook"
      onClose={onClose}
    >
      Nothing more is sent to <strong>{hook?.url}</strong>, and its deliveries are deleted.
    </RemovalDialog>
  );
}

function HookRow({ hook, onAsk }: { hook: EventHook; onAsk: (what: Asked['what']) => void }) {
  const test = useTestEventHook();
  const events = hook.events.map((event) => eventNames[event] ?? event).join(', ');
  return (
    <tr>
      <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
        <div className={tableClasses.name} title={hook.url}>
          {hook.url}
        </div>
        <div className={tableClasses.soft}>
          {hook.workflowIds === null
            ? 'All workflows'
            : plural(hook.workflowIds.length, { one: '1 workflow', other: `${hook.workflowIds.length} workflows` })}
        </div>
        <div className={tableClasses.onPhones}>{events}</div>
        {hook.disabledAt !== null && (
          <div className={`${tableClasses.failed} ${tableClasses.reads}`}>
            Switched off because the URL returned 410. Rotate the secret to switch it on.
          </div>
        )}
      </td>
      <td className={tableClasses.wide}>{events}</td>
      <td>
        <Group gap={4} justify="flex-end" className={tableClasses.buttons ?? ''}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Show deliveries to ${hook.url}`}
            onClick={() => onAsk('deliveries')}
          >
            Deliveries
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={test.isPending}
            aria-label={`Send a test to ${hook.url}`}
            title="Send test"
            onClick={() => test.mutate(hook.id, { onSuccess: () => showDone('Test sent') })}
          >
            <IconSend size={17} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Rotate the secret of ${hook.url}`}
            title="Rotate secret"
            onClick={() => onAsk('rotate')}
          >
            <IconRefresh size={17} />
          </ActionIcon>
          <RemoveButton label={`Delete the hook to ${hook.url}`} title="Delete hook" onClick={() => onAsk('delete')} />
        </Group>
      </td>
    </tr>
  );
}
