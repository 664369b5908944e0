import { type QueryClient, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { answerOf, api } from '../client.ts';
import type { Workflow } from '../types.ts';

/** The body that saves a draft, and that creates a workflow from an export. */
export type DraftBody = Schemas['Draft'];

/** A workflow with its draft, and the ETag that goes with the next change of the draft. */
export interface WorkflowRead {
  workflow: Workflow;
  etag: string;
}

/** Reads a workflow for a copy of it, such as an export. Parts of the page that show it use `useWorkflow`. */
export async function readWorkflow(id: string): Promise<WorkflowRead> {
  return toRead(answerOf(api.GET('/v1/workflows/{id}', { path: { id } })));
}

export async function toRead(answer: Promise<{ data: Workflow; etag: string }>): Promise<WorkflowRead> {
  const { data, etag } = await answer;
  return { workflow: data, etag };
}

const keyOf = (id: string) => ['workflow', id] as const;

/**
 * The only entry of a workflow in the cache. It is not exported, so that all who show the workflow share one entry with
 * one lifetime, and whatever saves the draft writes it.
 */
function entryQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: () => readWorkflow(id),
  });
}

interface WorkflowUse {
  enabled?: boolean;
  /** Reads the workflow again after each such time. */
  refetchInterval?: number;
  /** Reads the workflow when the part appears, however new the entry is. */
  readsFirst?: boolean;
}

/** Shows a workflow: what was saved or read last, by whichever part of the page. */
export function useWorkflow(
  id: string,
  { readsFirst = false, ...use }: WorkflowUse = {},
): UseQueryResult<WorkflowRead> {
  return useQuery({ ...entryQuery(id), ...use, ...(readsFirst && { refetchOnMount: 'always' as const }) });
}

/** Reads and writes the entry of one workflow. */
export interface WorkflowEntry {
  /** Reads the workflow from the server. */
  read(): Promise<WorkflowRead>;
  /** Saves the draft with the ETag it was read with. @throws ApiError 412 when it was changed since. */
  save(body: DraftBody, etag: string, signal: AbortSignal): Promise<WorkflowRead>;
  /** Calls back whenever the entry is read or written. */
  watch(onRead: (read: WorkflowRead) => void): () => void;
}

export function workflowEntry(queryClient: QueryClient, id: string): WorkflowEntry {
  return {
    async read() {
      // A read that is under way may have begun before the change that this one is about.
      await queryClient.cancelQueries({ queryKey: keyOf(id), exact: true });
      return queryClient.query({ ...entryQuery(id), staleTime: 0 });
    },
    async save(body, etag, signal) {
      const saving = api.PUT('/v1/workflows/{id}', { path: { id }, header: { 'If-Match': etag }, body }, { signal });
      return writeEntry(queryClient, await toRead(answerOf(saving)));
    },
    watch(onRead) {
      const cache = queryClient.getQueryCache();
      return cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.query !== cache.find({ queryKey: keyOf(id), exact: true })) return;
        onRead(event.query.state.data as WorkflowRead);
      });
    },
  };
}

/** Writes what the server answered to a change. A read that began before it is dropped: it may have the old draft. */
export async function writeEntry(queryClient: QueryClient, read: WorkflowRead): Promise<WorkflowRead> {
  const { queryKey } = entryQuery(read.workflow.id);
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, read);
  return read;
}

/** Reads the entry again after a change whose answer is not the workflow, such as publishing. */
export function rereadEntry(queryClient: QueryClient, id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(id), exact: true });
}
