import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

export type EventHook = Schemas['EventHook'];
export type EventDelivery = Schemas['EventDelivery'];
export type NewEventHook = Schemas['NewEventHook'];

const HOOKS = ['event-hooks'];
const CHANGE = { rereads: [HOOKS], isSecret: true };

export const eventHooksQuery = queryOptions({
  queryKey: HOOKS,
  queryFn: () => dataOf(api.GET('/v1/organization/event-hooks', { query: { limit: 200 } })),
});

/** Creates a hook. Only this mutation's result contains its secret; closing the dialog drops it (`reset`). */
export function useCreateEventHook() {
  return useChange((body: NewEventHook) => dataOf(api.POST('/v1/organization/event-hooks', { body })), {
    ...CHANGE,
    ownErrors: true,
  });
}

export function useRotateEventHook() {
  return useChange(
    (id: string) => dataOf(api.POST('/v1/organization/event-hooks/{id}/rotate', { path: { id } })),
    CHANGE,
  );
}

export function useDeleteEventHook() {
  return useChange((id: string) => dataOf(api.DELETE('/v1/organization/event-hooks/{id}', { path: { id } })), CHANGE);
}

export function useTestEventHook() {
  return useChange(
    (id: string) => dataOf(api.POST('/v1/organization/event-hooks/{id}/test', { path: { id } })),
    CHANGE,
  );
}

export function useRedeliver(hookId: string) {
  return useChange(
    (deliveryId: string) =>
      dataOf(
        api.POST('/v1/organization/event-hooks/{id}/deliveries/{deliveryId}/redeliver', {
          path: { id: hookId, deliveryId },
        }),
      ),
    CHANGE,
  );
}

const POLL_MS = 2_000;

/** Polls while it is shown, because deliveries are added and tried. */
export function eventDeliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...HOOKS, id, 'deliveries'],
    ...PAGED,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/v1/organization/event-hooks/{id}/deliveries', {
          path: { id },
          query: cursorOf(pageParam),
        }),
      ),
    refetchInterval: POLL_MS,
  });
}
