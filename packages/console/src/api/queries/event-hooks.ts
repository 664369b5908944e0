import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';

export type EventHook = Schemas['EventHook'];
export type EventDelivery = Schemas['EventDelivery'];
export type NewEventHook = Schemas['NewEventHook'];

const HOOKS = ['event-hooks'];

export const eventHooksQuery = queryOptions({
  queryKey: HOOKS,
  queryFn: () => dataOf(api.GET('/v1/organization/event-hooks', { query: { limit: 200 } })),
});

/** Creates a hook. Only this mutation's result contains its secret; closing the dialog drops it (`reset`). */
export function useCreateEventHook() {
  return useHookMutation((body: NewEventHook) => dataOf(api.POST('/v1/organization/event-hooks', { body })), {
    ownErrors: true,
  });
}

export function useRotateEventHook() {
  return useHookMutation((id: string) =>
    dataOf(api.POST('/v1/organization/event-hooks/{id}/rotate', { path: { id } })),
  );
}

export function useDeleteEventHook() {
  return useHookMutation((id: string) => dataOf(api.DELETE('/v1/organization/event-hooks/{id}', { path: { id } })));
}

export function useTestEventHook() {
  return useHookMutation((id: string) => dataOf(api.POST('/v1/organization/event-hooks/{id}/test', { path: { id } })));
}

export function useRedeliver(hookId: string) {
  return useHookMutation((deliveryId: string) =>
    dataOf(
      api.POST('/v1/organization/event-hooks/{id}/deliveries/{deliveryId}/redeliver', {
        path: { id: hookId, deliveryId },
      }),
    ),
  );
}

const POLL_MS = 2_000;

/** Polls while it is shown, because deliveries are added and tried. */
export function eventDeliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...HOOKS, id, 'deliveries'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/v1/organization/event-hooks/{id}/deliveries', {
          path: { id },
          query: { ...(pageParam ? { cursor: pageParam } : {}) },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: POLL_MS,
  });
}

function useHookMutation<Variables, Result>(
  mutationFn: (variables: Variables) => Promise<Result>,
  meta: { ownErrors?: boolean } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    gcTime: 0,
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: HOOKS }),
  });
}
