import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';

export type Table = Schemas['Table'];
/** Its key beside the columns. */
export type TableRow = { key: string } & Record<string, unknown>;

const KEY = ['tables'];
const ROWS = 100;

export const tablesQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/tables', { query: { limit: 200 } })),
});

export function tableQuery(name: string) {
  return queryOptions({
    queryKey: [...KEY, name],
    queryFn: () => dataOf(api.GET('/v1/organization/tables/{name}', { path: { name } })),
  });
}

export function tableRowsQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, name, 'rows'],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = { limit: ROWS, ...(pageParam !== '' && { cursor: pageParam }) };
      const page = await dataOf(api.GET('/v1/organization/tables/{name}/rows', { path: { name }, query }));
      return { ...page, items: page.items as TableRow[] };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function useCreateTable() {
  return useTableMutation((body: Schemas['NewTable']) => dataOf(api.POST('/v1/organization/tables', { body })), true);
}

/** With `force` also while published workflows use it, which the dialog named before. */
export function useDeleteTable() {
  return useTableMutation(({ name, force }: { name: string; force: boolean }) =>
    dataOf(api.DELETE('/v1/organization/tables/{name}', { path: { name }, query: { force } })),
  );
}

interface WrittenRow {
  key: string;
  columns: Record<string, unknown>;
  isNew: boolean;
}

export function useWriteRow(name: string) {
  return useTableMutation(
    ({ key, columns, isNew }: WrittenRow) =>
      isNew
        ? dataOf(api.POST('/v1/organization/tables/{name}/rows', { path: { name }, body: { key, ...columns } }))
        : dataOf(api.PUT('/v1/organization/tables/{name}/rows/{key}', { path: { name, key }, body: columns })),
    true,
  );
}

export function useDeleteRow(name: string) {
  return useTableMutation((key: string) =>
    dataOf(api.DELETE('/v1/organization/tables/{name}/rows/{key}', { path: { name, key } })),
  );
}

/** @param ownErrors the form shows what went wrong */
function useTableMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>, ownErrors = false) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors },
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
