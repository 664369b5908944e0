import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JsonObject, SessionMode, SessionStatus, SessionTrigger } from '@workflow/workflow-model';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

export interface SessionFilter {
  workflowId?: string;
  status?: SessionStatus;
  mode?: SessionMode;
  trigger?: SessionTrigger;
  text?: string;
  /** Beginning of the label. */
  label?: string;
  endedAfter?: string;
  endedBefore?: string;
  /** Failed sessions of one group. */
  fingerprint?: string;
}

export function listSessions(filter: SessionFilter, limit: number, cursor?: string) {
  const { status, ...others } = filter;
  const query = { ...others, ...(status && { status: [status] }), limit, ...(cursor && { cursor }) };
  return dataOf(api.GET('/v1/sessions', { query }));
}

const REFRESH_MS = 5_000;
const WAITS: ReadonlySet<SessionStatus> = new Set(['QUEUED', 'WAITING']);

export function readSession(id: string) {
  return dataOf(api.GET('/v1/sessions/{id}', { path: { id } }));
}

export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: ['session', id],
    // The reason for waiting may change without an event.
    refetchInterval: ({ state }) => (state.data && WAITS.has(state.data.status) ? REFRESH_MS : false),
    queryFn: () => readSession(id),
  });
}

/** The key of flow control that holds a session back, and who has its places. */
export function placeQuery(id: string) {
  return queryOptions({
    queryKey: ['session', id, 'place'],
    refetchInterval: REFRESH_MS,
    queryFn: () => dataOf(api.GET('/v1/sessions/{id}/place', { path: { id } })),
  });
}

const RECENT = 20;

/** The newest sessions of a workflow, or those that its webhooks started. */
export function recentSessionsQuery(workflowId: string, isDeliveries: boolean) {
  return queryOptions({
    queryKey: ['sessions', 'recent', workflowId, isDeliveries],
    refetchInterval: REFRESH_MS,
    queryFn: async () =>
      (await listSessions({ workflowId, ...(isDeliveries ? { trigger: 'WEBHOOK' } : {}) }, RECENT)).items,
  });
}

const CHILDREN = 50;
/** The most that one page has. */
const MOST_CHILDREN = 200;

/** How many sessions each component of a session started, by status. */
export function startedQuery(id: string, isLive: boolean) {
  return queryOptions({
    // Read once more when the session has ended.
    queryKey: ['session', id, 'started', isLive],
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? REFRESH_MS : false,
    queryFn: async () => (await dataOf(api.GET('/v1/sessions/{id}/started', { path: { id } }))).items,
  });
}

interface ChildrenWanted {
  parentId: string;
  /** The component that started them. */
  parentComponentId: string;
  isLive: boolean;
  onlyFailed: boolean;
  /** The number of sessions that the component started. */
  total: number;
}

/** Returns true if one page has all sessions that a component started. They are shown in the order of their starts. */
export function areReadAtOnce(total: number): boolean {
  return total <= MOST_CHILDREN;
}

/**
 * The sessions that a component started, by pages, newest first. At most 200 are one page. The first page is read again
 * while there may be more.
 */
export function childrenQuery({ parentId, parentComponentId, isLive, onlyFailed, total }: ChildrenWanted) {
  const limit = areReadAtOnce(total) ? MOST_CHILDREN : CHILDREN;
  return infiniteQueryOptions({
    // Read once more when the session has ended.
    queryKey: ['sessions', 'children', parentId, parentComponentId, onlyFailed, isLive, limit],
    placeholderData: keepPreviousData,
    ...PAGED,
    // With further pages, a refresh would read all of them again and again.
    refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } | undefined } }) =>
      isLive && (state.data?.pages.length ?? 0) <= 1 ? REFRESH_MS : false,
    queryFn: ({ pageParam: cursor }) =>
      dataOf(
        api.GET('/v1/sessions', {
          query: {
            parentId,
            parentComponentId,
            limit,
            ...(onlyFailed && { status: ['FAILED'] }),
            ...cursorOf(cursor),
          },
        }),
      ),
  });
}

/** The items of a body in their order, at most 200. Those of a later run replace those of an earlier one. */
export function itemsQuery(parentId: string, parentComponentId: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['sessions', 'items', parentId, parentComponentId, isLive],
    refetchInterval: isLive ? REFRESH_MS : false,
    queryFn: async () => {
      const query = { parentId, parentComponentId, limit: 200 };
      const { items } = await dataOf(api.GET('/v1/sessions', { query }));
      const numbered = items.map((item) => [Number(item.placeholderValues['index'] ?? 0), item] as const);
      return [...new Map(numbered.toReversed()).entries()]
        .toSorted(([one], [other]) => one - other)
        .map(([, item]) => item);
    },
  });
}

/** All steps of a session, page by page. */
export async function listSteps(id: string) {
  const steps = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page = await dataOf(api.GET('/v1/sessions/{id}/steps', { path: { id }, query }));
    steps.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return steps;
}

export function stepsQuery(id: string) {
  return queryOptions({ queryKey: ['session', id, 'steps'], queryFn: () => listSteps(id) });
}

export interface RunRequest {
  workflowId: string;
  componentId: string;
  mode: SessionMode;
  placeholderValues: JsonObject;
  /** TEST only: by component id, what it yields without running. */
  pinnedOutputs?: JsonObject;
  /** TEST only: nothing after the component runs. */
  onlyThisComponent?: boolean;
  /** TEST only: a session whose values replace those that the request leaves out. */
  pinsFromSession?: string;
}

export function startRun(body: RunRequest) {
  return dataOf(api.POST('/v1/workflow/run', { body }));
}

/** Starts a run through the same endpoint that API clients use (contract §4.1). */
export function useRun() {
  return useChange(startRun, { rereads: [['sessions']], ownErrors: true });
}

export function cancelSession(id: string) {
  return dataOf(api.POST('/v1/sessions/{id}/cancel', { path: { id } }));
}

/** Starts a delayed session now. */
export function startSession(id: string) {
  return dataOf(api.POST('/v1/sessions/{id}/start', { path: { id } }));
}

export type RetryFrom = 'failed-step' | 'start';

export interface Retry {
  from: RetryFrom;
  version?: 'pinned' | 'latest';
  /** With `turn`: the agent whose turns run again from this one on. */
  componentId?: string;
  turn?: number;
}

export function retrySession(id: string, query: Retry) {
  return dataOf(api.POST('/v1/sessions/{id}/retry', { path: { id }, query }));
}

/** Reads the effect of a retry on the latest version. `run` is the session's run; the next ones differ. */
export function retryPreviewQuery(id: string, run: number) {
  return queryOptions({
    queryKey: ['session', id, 'retry', run],
    queryFn: () => dataOf(api.GET('/v1/sessions/{id}/retry', { path: { id } })),
  });
}

/** A change of one session, after which its data is read again. */
export function useSessionAction<Variables>(id: string, action: (variables: Variables) => Promise<unknown>) {
  return useChange(action, { rereads: [['session', id]], alsoRefused: true });
}
