import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { answerOf, api, dataOf } from '../client.ts';
import { rereadEntry, toRead, writeEntry } from './workflow-entry.ts';
import { useChange } from './use-change.ts';

/** Name and note of a version. */
export type VersionWords = Schemas['PublishRequest'];

/** A draft that was replaced before it was published. */
export type StoredDraft =
  NonNullable<ReturnType<typeof storedDraftsQuery>['queryFn']> extends (...args: never[]) => infer Read
    ? Awaited<Read> extends { items: (infer Item)[] }
      ? Item
      : never
    : never;

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
    mutationFn: ({ etag, ...body }: { etag?: string } & VersionWords) =>
      dataOf(
        api.POST('/v1/workflows/{id}/publish', {
          path: { id: workflowId },
          header: etag === undefined ? {} : { 'If-Match': etag },
          body,
        }),
      ),
    onSuccess: () => rereadPublished(queryClient, workflowId),
  });
}

export function useUnpublish(workflowId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/v1/workflows/{id}/unpublish', { path: { id: workflowId } })),
    onSuccess: () => rereadPublished(queryClient, workflowId),
  });
}

/** Reads the versions again, and which of them the workflow names as published. */
async function rereadPublished(queryClient: QueryClient, workflowId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'versions'] }),
    rereadEntry(queryClient, workflowId),
  ]);
}

/** Changes the name and note of a version. */
export function useDescribeVersion(workflowId: string) {
  return useChange(
    ({ number, ...body }: { number: number } & VersionWords) =>
      dataOf(
        api.PATCH('/v1/workflows/{id}/versions/{number}', { path: { id: workflowId, number: String(number) }, body }),
      ),
    { rereads: [['workflow', workflowId, 'versions']], ownErrors: true },
  );
}

/** Drafts that were replaced by a version before they were published, newest first. */
export function storedDraftsQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'kept-drafts'],
    queryFn: () => dataOf(api.GET('/v1/workflows/{id}/kept-drafts', { path: { id: workflowId } })),
  });
}

/** Reads a stored draft with its definition, which never changes. */
export function storedDraftQuery(workflowId: string, draftId: string) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'kept-draft', draftId],
    staleTime: Infinity,
    queryFn: () => dataOf(api.GET('/v1/workflows/{id}/kept-drafts/{draftId}', { path: { id: workflowId, draftId } })),
  });
}

/** Restores a version or a stored draft as the draft. */
export function useRestore(workflowId: string) {
  const queryClient = useQueryClient();
  return useChange(
    async (wanted: { number: number } | { draftId: string }) => {
      const path = { id: workflowId };
      const answer =
        'draftId' in wanted
          ? api.POST('/v1/workflows/{id}/kept-drafts/{draftId}/restore', { path: { ...path, draftId: wanted.draftId } })
          : api.POST('/v1/workflows/{id}/versions/{number}/restore', {
              path: { ...path, number: String(wanted.number) },
            });
      return writeEntry(queryClient, await toRead(answerOf(answer)));
    },
    { rereads: [['workflow', workflowId, 'kept-drafts']], ownErrors: true },
  );
}
