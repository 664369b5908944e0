import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPlus, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type EventHook,
  eventHooksQuery,
  useCreateEventHook,
  useDeleteEventHook,
  useRotateEventHook,
  useTestEventHook,
} from '../api/queries/event-hooks.ts';
import { eventNames, texts } from '../texts/event-hooks.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import { showDone } from '../ui/show-done.ts';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';
import tableClasses from '../ui/table.module.css';
import { EventDeliveriesDialog } from './event-deliveries-dialog.tsx';
import { NewEventHookDialog } from './new-event-hook-dialog.tsx';

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
      title={texts.eventHooks}
      description={texts.aboutEventHooks}
      flush
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
          {texts.newEventHook}
        </Button>
      }
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && hooks.length === 0 && (
        <EmptyState title={texts.noEventHooksYet} text={texts.createAHookToHear} />
      )}
      {hooks.length > 0 && <HookTable hooks={hooks} onAsk={setAsked} />}
      {making && <NewEventHookDialog create={create} onClose={() => setMaking(false)} />}
      <ShownOnceDialog
        what={texts.secret}
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
        title={texts.rotateTheSecret}
        confirmLabel={texts.rotate}
        loading={rotate.isPending}
        onClose={close}
        onConfirm={() => asked && rotate.mutate(asked.hook.id, { onSuccess: close })}
      >
        {texts.bothSecretsSignForADay(<strong>{asked?.hook.url}</strong>)}
      </ConfirmDialog>
      <DeleteDialog hook={asked?.what === 'delete' ? asked.hook : null} onClose={close} />
    </Panel>
  );
}

function DeleteDialog({ hook, onClose }: { hook: EventHook | null; onClose: () => void }) {
  const remove = useDeleteEventHook();
  return (
    <ConfirmDialog
      opened={hook !== null}
      title={texts.deleteTheHook}
      confirmLabel={texts.deleteHook}
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => hook && remove.mutate(hook.id, { onSuccess: onClose })}
    >
      {texts.nothingMoreIsSentTo(<strong>{hook?.url}</strong>)}
    </ConfirmDialog>
  );
}

function HookTable({ hooks, onAsk }: { hooks: EventHook[]; onAsk: (asked: Asked) => void }) {
  return (
    <table className={tableClasses.table}>
      <thead>
        <tr>
          <th scope="col">{texts.address}</th>
          <th scope="col" className={tableClasses.wide}>
            {texts.events}
          </th>
          <th scope="col" aria-label={texts.actions} />
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <HookRow key={hook.id} hook={hook} onAsk={(what) => onAsk({ what, hook })} />
        ))}
      </tbody>
    </table>
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
          {hook.workflowIds === null ? texts.allWorkflows : texts.numberOfWorkflows(hook.workflowIds.length)}
        </div>
        <div className={tableClasses.onPhones}>{events}</div>
        {hook.disabledAt !== null && (
          <div className={`${tableClasses.failed} ${tableClasses.reads}`}>{texts.switchedOff}</div>
        )}
      </td>
      <td className={tableClasses.wide}>{events}</td>
      <td>
        <Group gap={4} justify="flex-end" className={tableClasses.buttons ?? ''}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.deliveriesFor(hook.url)}
            onClick={() => onAsk('deliveries')}
          >
            {texts.deliveries}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={test.isPending}
            aria-label={texts.testFor(hook.url)}
            title={texts.test}
            onClick={() => test.mutate(hook.id, { onSuccess: () => showDone(texts.testIsUnderWay) })}
          >
            <IconSend size={17} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.rotateFor(hook.url)}
            title={texts.rotate}
            onClick={() => onAsk('rotate')}
          >
            <IconRefresh size={17} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.deleteFor(hook.url)}
            title={texts.deleteHook}
            onClick={() => onAsk('delete')}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  );
}
