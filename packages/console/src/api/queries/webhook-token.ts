import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

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
  const queryClient = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: () =>
      dataOf(
        api.POST('/v1/workflows/{id}/components/{componentId}/token', {
          path: { id: workflowId, componentId },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'component', componentId] }),
  });
}

export function useDeleteToken(workflowId: string, componentId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      dataOf(
        api.DELETE('/v1/workflows/{id}/components/{componentId}/token', {
          path: { id: workflowId, componentId },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'component', componentId] }),
  });
}
