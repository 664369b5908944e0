import { Badge, Button, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type EventDelivery, type EventHook, eventDeliveriesQuery, useRedeliver } from '../api/queries/event-hooks.ts';
import { deliveryStatusNames, eventNames, texts } from '../texts/event-hooks.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { showDone } from '../ui/show-done.ts';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';

const COLORS = { PENDING: 'yellow', DELIVERED: 'green', FAILED: 'red' } as const;

/** The deliveries of a hook with their tries, each of which can be sent again. */
export function EventDeliveriesDialog({ hook, onClose }: { hook: EventHook; onClose: () => void }) {
  const list = useInfiniteQuery(eventDeliveriesQuery(hook.id));
  const redeliver = useRedeliver(hook.id);
  const deliveries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Modal opened onClose={onClose} size="xl" title={texts.deliveriesTo(hook.url)}>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && deliveries.length === 0 && <EmptyState title={texts.noDeliveriesYet} />}
      {deliveries.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">{texts.events}</th>
              <th scope="col">{texts.status}</th>
              <th scope="col" className={tableClasses.wide}>
                {texts.tries}
              </th>
              <th scope="col" aria-label={texts.actions} />
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                onRedeliver={() =>
                  redeliver.mutate(delivery.id, { onSuccess: () => showDone(texts.deliveryIsUnderWay) })
                }
              />
            ))}
          </tbody>
        </table>
      )}
      <MoreButton list={list} />
    </Modal>
  );
}

function DeliveryRow({ delivery, onRedeliver }: { delivery: EventDelivery; onRedeliver: () => void }) {
  const { type, sessionId, status, createdAt, nextTryAt, tries } = delivery;
  const last = tries.at(-1);
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div>{eventNames[type] ?? type}</div>
        <div className={tableClasses.soft}>
          <Ago time={createdAt} /> {sessionId !== null && <Link to={`/sessions/${sessionId}`}>{texts.session}</Link>}
        </div>
      </td>
      <td>
        <Badge color={COLORS[status]} variant="light">
          {deliveryStatusNames[status]}
        </Badge>
      </td>
      <td className={tableClasses.wide}>
        {texts.numberOfTries(tries.length)}
        <div className={tableClasses.soft}>
          {last !== undefined && (last.error ?? texts.deliveredInMs(last.httpStatus ?? 0, last.durationMs))}
          {nextTryAt !== null && tries.length > 0 && (
            <>
              {' '}
              {texts.next} <Ago time={nextTryAt} />
            </>
          )}
        </div>
      </td>
      <td>
        <Button size="compact-sm" variant="default" onClick={onRedeliver}>
          {texts.deliver}
        </Button>
      </td>
    </tr>
  );
}
