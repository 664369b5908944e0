import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

export type App = Schemas['App'];
export type AppOperation = Schemas['AppOperation'];
export type FoundOperation = Schemas['FoundAppOperation'];
export type AppVersion = Schemas['AppVersion'];
export type WholeOperation = Schemas['WholeAppOperation'];

const KEY = ['apps'];
const CHANGE = { rereads: [KEY], alsoRefused: true };
/** As many as a page may have. */
const MOST = 200;
const PAGE = 50;
/** While an executor reads a source. */
const READING_MS = 1_000;

export const appsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/apps', { query: { limit: MOST } })),
  refetchInterval: ({ state }) => state.data?.items.some(isBeingRead) === true && READING_MS,
});

export function appQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, id],
    queryFn: () => dataOf(api.GET('/v1/organization/apps/{id}', { path: { id } })),
    refetchInterval: ({ state }) => state.data !== undefined && isBeingRead(state.data) && READING_MS,
  });
}

/** The versions of an app, newest first. `version` is the newest one, so that a new version is read. */
export function appVersionsQuery(id: string, version: number | null) {
  return queryOptions({
    queryKey: [...KEY, id, 'versions', version],
    queryFn: () => dataOf(api.GET('/v1/organization/apps/{id}/versions', { path: { id } })),
    enabled: version !== null,
  });
}

/** The operations of an app that match all words of a search, as one page. */
export function operationsQuery(id: string, search: string, limit: number = MOST) {
  return queryOptions({
    queryKey: [...KEY, id, 'operations', search, limit],
    queryFn: () => readOperations(id, search, limit, ''),
    enabled: id !== '',
  });
}

/** The first operations of each app in which all words occur. */
export function operationSearchQuery(words: string) {
  return queryOptions({
    queryKey: [...KEY, 'operation-search', words],
    queryFn: () => dataOf(api.GET('/v1/organization/app-operations', { query: { search: searchOf(words) } })),
    enabled: words !== '',
  });
}

/** The operations of an app, page by page. `version` is the newest one. */
export function operationPagesQuery(id: string, version: number, search: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, id, 'operations', version, search],
    ...PAGED,
    queryFn: ({ pageParam }) => readOperations(id, search, PAGE, pageParam),
  });
}

/** The words and characters of a search that the API takes. */
const MAX_WORDS = 10;
const MAX_SEARCH = 100;

function searchOf(words: string): string {
  return words.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).join(' ').slice(0, MAX_SEARCH);
}

function readOperations(id: string, words: string, limit: number, cursor: string) {
  const search = searchOf(words);
  const query = { limit, ...(search !== '' && { search }), ...cursorOf(cursor) };
  return dataOf(api.GET('/v1/organization/apps/{id}/operations', { path: { id }, query }));
}

/** An operation as a version has it. A version never changes. */
export function operationQuery(id: string, version: number, key: string) {
  return queryOptions({
    queryKey: [...KEY, id, 'operation', version, key],
    staleTime: Infinity,
    retry: false,
    queryFn: () => {
      const path = { id, key };
      return dataOf(api.GET('/v1/organization/apps/{id}/operations/{key}', { path, query: { version } }));
    },
    enabled: id !== '' && key !== '',
  });
}

export function useCreateApp() {
  return useChange((body: Schemas['NewApp']) => dataOf(api.POST('/v1/organization/apps', { body })), {
    ...CHANGE,
    ownErrors: true,
  });
}

export function useChangeApp(id: string) {
  return useChange(
    (body: Schemas['AppChange']) => dataOf(api.PUT('/v1/organization/apps/{id}', { path: { id }, body })),
    CHANGE,
  );
}

export function useRefreshApp() {
  return useChange((id: string) => dataOf(api.POST('/v1/organization/apps/{id}/refresh', { path: { id } })), CHANGE);
}

/** With `force` also while published workflows use it, which the dialog named before. */
export function useDeleteApp() {
  return useChange(
    ({ id, force }: { id: string; force: boolean }) =>
      dataOf(api.DELETE('/v1/organization/apps/{id}', { path: { id }, query: { force } })),
    CHANGE,
  );
}

function isBeingRead({ status }: App): boolean {
  return status === 'reading';
}
