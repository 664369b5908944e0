import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

export function versionsQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'versions'],
    queryFn: async () => {
      const { items } = await dataOf(
        api.GET('/v1/workflows/{id}/versions', { path: { id: workflowId }, query: { limit: 200 } }),
      );
      return { items, publishedVersion: items.find((version) => version.published)?.number ?? null };
    },
  });
}

/** A version with its definition; it never changes. */
export function versionQuery(workflowId: string, number: number) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'version', number],
    staleTime: Infinity,
    queryFn: () =>
      dataOf(
        api.GET('/v1/workflows/{id}/versions/{number}', {
          path: { id: workflowId, number: String(number) },
        }),
      ),
  });
}

export function usePublish(workflowId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    /** With an ETag, only while the draft is still that one; else answered 412. */
    mutationFn: (etag: string | undefined) =>
      dataOf(
        api.POST('/v1/workflows/{id}/publish', {
          path: { id: workflowId },
          header: etag === undefined ? {} : { 'If-Match': etag },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'versions'] }),
  });
}

export function useUnpublish(workflowId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/v1/workflows/{id}/unpublish', { path: { id: workflowId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'versions'] }),
  });
}

export function useRestoreVersion(workflowId: string) {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (number: number) =>
      dataOf(
        api.POST('/v1/workflows/{id}/versions/{number}/restore', {
          path: { id: workflowId, number: String(number) },
        }),
      ),
  });
}
