import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';

export type BulkRequest = Schemas['BulkRequest'];
export type Operation = Schemas['Operation'];

/** Starts a bulk operation, or with `dryRun` only counts what it would change. */
export function startBulkOperation(body: BulkRequest) {
  return dataOf(api.POST('/v1/sessions/bulk', { body }));
}

const POLL_MS = 500;

/** Polls an operation until it has ended. */
export function operationQuery(id: string) {
  return queryOptions({
    queryKey: ['operation', id],
    queryFn: () => dataOf(api.GET('/v1/operations/{id}', { path: { id } })),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'RUNNING' ? POLL_MS : false),
  });
}

export function stopOperation(id: string) {
  return dataOf(api.POST('/v1/operations/{id}/stop', { path: { id } }));
}
