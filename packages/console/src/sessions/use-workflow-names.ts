import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { allWorkflowsQuery } from '../api/queries/workflows.ts';

/** A workflow's name by its id; of a deleted one, the start of the id. */
export function useWorkflowNames(): (workflowId: string) => string {
  const { data } = useQuery(allWorkflowsQuery);
  const names = useMemo(() => new Map(data?.items.map((workflow) => [workflow.id, workflow.name])), [data]);
  return useCallback((id) => names.get(id) ?? `${id.slice(0, 8)}…`, [names]);
}
