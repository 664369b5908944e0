import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const KEY = ['apps'];
/** As many as a page may have. */
const MOST = 200;

export const appsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/apps', { query: { limit: MOST } })),
});

/** The operations of an app that match all words of a search. */
export function operationsQuery(id: string, search: string) {
  return queryOptions({
    queryKey: [...KEY, id, 'operations', search],
    queryFn: () =>
      dataOf(
        api.GET('/v1/organization/apps/{id}/operations', {
          path: { id },
          query: { limit: MOST, ...(search !== '' && { search }) },
        }),
      ),
    enabled: id !== '',
  });
}
