import { queryOptions } from '@tanstack/react-query';
import { asDefinition } from '../api/as-definition.ts';
import { api, dataOf } from '../api/client.ts';
import type { Session } from '../api/types.ts';

/** The definition that a session runs; only a retry, which is a run of its own, may be of another. */
export function ranDefinitionQuery({ id, run }: Session) {
  return queryOptions({
    queryKey: ['ran-definition', id, run],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => asDefinition(await dataOf(api.GET('/v1/sessions/{id}/definition', { params: { path: { id } } }))),
  });
}
