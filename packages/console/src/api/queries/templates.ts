import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

/** Definitions to start with; every answer has new component ids, so it is never reused. */
export const templatesQuery = queryOptions({
  queryKey: ['workflow-templates'],
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => (await dataOf(api.GET('/v1/workflow-templates'))).items,
});
