import { Badge, Button, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type EventDelivery,
  type EventHook,
  eventDeliveriesQuery,
  useRedeliver,
} from '../../api/queries/event-hooks.ts';
import { deliveryStatusNames, eventNames } from './event-names.ts';
import { useLinkOrigin } from '../../features/sessions/way-back.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { plural } from '../../ui/plural.ts';
import { showDone } from '../../ui/show-done.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { ActionsHeader } from '../../ui/actions-header.tsx';

const COLORS = { PENDING: 'yellow', DELIVERED: 'green', FAILED: 'red' } as const;

/** The deliveries of a hook with their tries, each of which can be sent again. */
export function EventDeliveriesDialog({ hook, onClose }: { hook: EventHook; onClose: () => void }) {
  const list = useInfiniteQuery(eventDeliveriesQuery(hook.id));
  const redeliver = useRedeliver(hook.id);
  const deliveries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Modal opened onClose={onClose} size="xl" title={`Deliveries to ${hook.url}`}>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && deliveries.length === 0 && <EmptyState title="No deliveries yet" />}
      {deliveries.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">Events</th>
              <ActionsHeader />
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                onRedeliver={() => redeliver.mutate(delivery.id, { onSuccess: () => showDone('Delivery sent again') })}
              />
            ))}
          </tbody>
        </table>
      )}
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

function SessionLink({ id }: { id: string }) {
  const linkOrigin = useLinkOrigin();
  return (
    <Link to={`/sessions/${id}`} state={linkOrigin}>
      Session
    </Link>
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
          <Ago time={createdAt} /> {sessionId !== null && <SessionLink id={sessionId} />}
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
