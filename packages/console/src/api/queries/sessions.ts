import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject, SessionMode, SessionStatus, SessionTrigger } from '@workflow/workflow-model';
import { api, dataOf } from '../client.ts';

export interface SessionFilter {
  workflowId?: string;
  status?: SessionStatus;
  mode?: SessionMode;
  trigger?: SessionTrigger;
  text?: string;
}

export function listSessions(filter: SessionFilter, limit: number, cursor?: string) {
  return dataOf(api.GET('/v1/sessions', { params: { query: { ...filter, limit, ...(cursor ? { cursor } : {}) } } }));
}

export function sessionQuery(id: string) {
  return queryOptions({ queryKey: ['session', id], queryFn: () => dataOf(api.GET('/v1/sessions/{id}', { params: { path: { id } } })) });
}

export async function listSteps(id: string) {
  return (await dataOf(api.GET('/v1/sessions/{id}/steps', { params: { path: { id } } }))).items;
}

export function stepsQuery(id: string) {
  return queryOptions({ queryKey: ['session', id, 'steps'], queryFn: () => listSteps(id) });
}

export interface RunRequest {
  workflowId: string;
  componentId: string;
  mode: SessionMode;
  placeholderValues: JsonObject;
}

/** Starts a run through the same endpoint that API clients use (spec §4.1). */
export function useRun() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: RunRequest) => dataOf(api.POST('/v1/workflow/run', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export function cancelSession(id: string) {
  return dataOf(api.POST('/v1/sessions/{id}/cancel', { params: { path: { id } } }));
}

export type RetryFrom = 'failed-step' | 'start';

export function retrySession(id: string, from: RetryFrom) {
  return dataOf(api.POST('/v1/sessions/{id}/retry', { params: { path: { id }, query: { from } } }));
}

/** A change of one session, after which what is shown of it is read again. */
export function useSessionAction<Variables>(id: string, action: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: action, onSettled: () => queryClient.invalidateQueries({ queryKey: ['session', id] }) });
}
