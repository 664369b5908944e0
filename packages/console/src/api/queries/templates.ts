import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';

export type Template = Schemas['WorkflowTemplate'];

/** Definitions to start with; every answer has new component ids, so it is never reused. */
export const templatesQuery = queryOptions({
  queryKey: ['workflow-templates'],
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  queryFn: async () => (await dataOf(api.GET('/v1/workflow-templates'))).items,
});
