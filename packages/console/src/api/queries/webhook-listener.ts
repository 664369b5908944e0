import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const LOOK_EVERY_MS = 1_000;
const PATH = '/v1/workflows/{id}/components/{componentId}/listener';

/** The delivery that somebody listened for; read again while they do. */
export function listenerQuery(workflowId: string, componentId: string) {
  return queryOptions({
    queryKey: ['webhook-listener', workflowId, componentId],
    refetchInterval: ({ state }) => (state.data?.isListening === true ? LOOK_EVERY_MS : false),
    queryFn: () => dataOf(api.GET(PATH, { path: { id: workflowId, componentId } })),
  });
}

export function useListening(workflowId: string, componentId: string) {
  const queryClient = useQueryClient();
  const path = { id: workflowId, componentId };
  const { queryKey } = listenerQuery(workflowId, componentId);
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  return {
    start: useMutation({ mutationFn: () => dataOf(api.POST(PATH, { path })), onSettled }),
    stop: useMutation({ mutationFn: () => dataOf(api.DELETE(PATH, { path })), onSettled }),
  };
}
