import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

/** A component as the server has it: for a webhook its Production Endpoint URL and what is known of its token. */
export function componentViewQuery(workflowId: string, componentId: string) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'component', componentId],
    queryFn: () =>
      dataOf(api.GET('/v1/workflows/{id}/components/{componentId}', { path: { id: workflowId, componentId } })),
  });
}

/** Generates the token. Only this mutation's result contains its value; closing the dialog drops it (`reset`). */
export function useCreateToken(workflowId: string, componentId: string) {
  return useChange(
    () =>
      dataOf(
        api.POST('/v1/workflows/{id}/components/{componentId}/token', {
          path: { id: workflowId, componentId },
        }),
      ),
    { rereads: [['workflow', workflowId, 'component', componentId]], alsoRefused: true, isSecret: true },
  );
}

export function useDeleteToken(workflowId: string, componentId: string) {
  return useChange(
    () =>
      dataOf(
        api.DELETE('/v1/workflows/{id}/components/{componentId}/token', {
          path: { id: workflowId, componentId },
        }),
      ),
    { rereads: [['workflow', workflowId, 'component', componentId]], alsoRefused: true },
  );
}
