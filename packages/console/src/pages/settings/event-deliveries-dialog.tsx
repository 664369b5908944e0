import { Badge, Button, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type EventDelivery,
  type EventHook,
  eventDeliveriesQuery,
  useRedeliver,
} from '../../api/queries/event-hooks.ts';
import { deliveryStatusNames, eventNames } from './event-names.ts';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { plural } from '../../ui/plural.ts';
import { showDone } from '../../ui/show-done.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { ListedTable } from '../../ui/listed-table.tsx';

const COLORS = { PENDING: 'yellow', DELIVERED: 'green', FAILED: 'red' } as const;

/** The deliveries of a hook with their tries, each of which can be sent again. */
export function EventDeliveriesDialog({ hook, onClose }: { hook: EventHook; onClose: () => void }) {
  const list = useInfiniteQuery(eventDeliveriesQuery(hook.id));
  const redeliver = useRedeliver(hook.id);
  const deliveries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Modal opened onClose={onClose} size="xl" title={`Deliveries to ${hook.url}`}>
      <ListedTable
        list={list}
        empty={<EmptyState title="No deliveries yet" />}
        columns={['Events']}
        rows={deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onRedeliver={() => redeliver.mutate(delivery.id, { onSuccess: () => showDone('Delivery sent again') })}
          />
        ))}
      />
      <MoreButton list={list} />
    </Modal>
  );
}

/** Shows how often it was sent, the result of the last try, and when the next one is due. */
function Tries({ delivery: { nextTryAt, tries } }: { delivery: EventDelivery }) {
  const last = tries.at(-1);
  const outcome = last && (last.error ?? `${last.httpStatus ?? 0} in ${last.durationMs} ms`);
  return (
    <>
      <div className={tableClasses.soft}>
        {plural(tries.length, { one: '1 attempt', other: `${tries.length} attempts` })}
        {outcome === undefined ? '' : `: ${outcome}`}
      </div>
      {nextTryAt !== null && last !== undefined && (
        <div className={tableClasses.soft}>Next attempt: {formatDateTime(nextTryAt)}</div>
      )}
    </>
  );
}

function DeliveryRow({ delivery, onRedeliver }: { delivery: EventDelivery; onRedeliver: () => void }) {
  const { type, sessionId, status, createdAt } = delivery;
  return (
    <tr>
      <td className={`${tableClasses.grow} ${tableClasses.reads}`}>
        <div>
          {eventNames[type] ?? type}{' '}
          <Badge color={COLORS[status]} variant="light">
            {deliveryStatusNames[status]}
          </Badge>
        </div>
        <div className={tableClasses.soft}>
          <Ago time={createdAt} /> {sessionId !== null && <SessionLink id={sessionId}>Session</SessionLink>}
        </div>
        <Tries delivery={delivery} />
      </td>
      <td>
        <Button size="compact-sm" variant="default" onClick={onRedeliver}>
          Deliver again
        </Button>
      </td>
    </tr>
  );
}
