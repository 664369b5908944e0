import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Definition } from '@workflow/workflow-model';
import { ApiError, type Problem } from '../api-error.ts';
import { answerOf, api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';
import type { WorkflowState } from '../types.ts';
import { type DraftBody, readWorkflow, rereadEntry, toRead, writeEntry } from './workflow-entry.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

const PAGE_SIZE = 50;
const REFUSALS_REFRESH_MS = 5_000;

export interface WorkflowFilter {
  search: string;
  state: WorkflowState | null;
  tag: string | null;
  /** Empty: those in no folder, or with `subfolders` all. */
  folder: string;
  subfolders: boolean;
}

export function workflowListQuery({ search, state, tag, folder, subfolders }: WorkflowFilter) {
  return infiniteQueryOptions({
    queryKey: ['workflows', search, state, tag, folder, subfolders],
    ...PAGED,
    refetchInterval: 15_000,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/v1/workflows', {
          query: {
            limit: PAGE_SIZE,
            ...(search ? { search } : {}),
            ...(state ? { state } : {}),
            ...(tag ? { tag: [tag] } : {}),
            folder,
            subfolders,
            ...cursorOf(pageParam),
          },
        }),
      ),
  });
}

/** For a selection by name; the newest 200. */
export const allWorkflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  staleTime: 30_000,
  queryFn: () => dataOf(api.GET('/v1/workflows', { query: { limit: 200 } })),
});

/** A workflow's name and whether it is published; null when it is deleted. */
export function workflowHeadQuery(id: string) {
  return queryOptions({
    queryKey: ['workflow-head', id],
    staleTime: 60_000,
    queryFn: async () => {
      try {
        const { name, publishedVersion } = (await readWorkflow(id)).workflow;
        return { name, isPublished: publishedVersion !== null };
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return null;
        throw error;
      }
    },
  });
}

/** Pauses or resumes a workflow: while it is paused, runs are accepted and not started. */
export function usePauseWorkflow(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => {
      const params = { path: { id } };
      return dataOf(
        paused ? api.POST('/v1/workflows/{id}/pause', params) : api.POST('/v1/workflows/{id}/resume', params),
      );
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['workflows'] }),
        queryClient.invalidateQueries({ queryKey: ['schedules'] }),
        rereadEntry(queryClient, id),
        queryClient.invalidateQueries({ queryKey: ['session'] }),
      ]),
  });
}

/** Refused deliveries of a workflow: counts by reason, and the last ones. */
export function refusalsQuery(id: string) {
  return queryOptions({
    queryKey: ['workflow', id, 'refusals'],
    refetchInterval: REFUSALS_REFRESH_MS,
    queryFn: () => dataOf(api.GET('/v1/workflows/{id}/refusals', { path: { id } })),
  });
}

/** Workflows that start this one. */
export function workflowUsesQuery(id: string) {
  return queryOptions({
    queryKey: ['workflow', id, 'uses'],
    queryFn: () => dataOf(api.GET('/v1/workflows/{id}/used-by', { path: { id } })),
  });
}

/** Every problem that would prevent publishing, and what would not work yet. */
export function checkDefinition(
  id: string,
  definition: Definition,
): Promise<{ problems: Problem[]; warnings?: Problem[] }> {
  return dataOf(api.POST('/v1/workflows/{id}/check', { path: { id }, body: definition }));
}

export function useCreateWorkflow() {
  const queryClient = useQueryClient();
  return useChange(
    async (body: DraftBody) =>
      (await writeEntry(queryClient, await toRead(answerOf(api.POST('/v1/workflows', { body }))))).workflow,
    { rereads: [['workflows']] },
  );
}

export function useDeleteWorkflow() {
  return useChange((id: string) => dataOf(api.DELETE('/v1/workflows/{id}', { path: { id } })), {
    rereads: [['workflows']],
  });
}

/** The folders and tags in use. */
export const workflowLabelsQuery = queryOptions({
  queryKey: ['workflows', 'labels'],
  queryFn: () => dataOf(api.GET('/v1/workflow-labels')),
});

export function useSetLabels(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['WorkflowLabels']) =>
      dataOf(api.PUT('/v1/workflows/{id}/labels', { path: { id }, body })),
    onSuccess: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['workflows'] }), rereadEntry(queryClient, id)]),
  });
}
