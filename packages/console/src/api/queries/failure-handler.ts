import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const KEY = ['failure-handler'] as const;

/** Reads the workflow that starts when any workflow fails. */
export const failureHandlerQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/failure-handler')),
});

export function useSetFailureHandler() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (workflowId: string | null) =>
      dataOf(api.PUT('/v1/organization/failure-handler', { body: { workflowId } })),
    onSuccess: (handler) => queryClient.setQueryData(KEY, handler),
  });
}
