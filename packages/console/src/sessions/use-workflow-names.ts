import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allWorkflowsQuery, workflowNameQuery } from '../api/queries/workflows.ts';

/** Names of the workflows with these ids; of a deleted one, the start of its id. Those that no list holds yet are read one by one. */
export function useWorkflowNames(ids: readonly string[]): (workflowId: string) => string {
  const { data, isSuccess } = useQuery(allWorkflowsQuery);
  const listed = useMemo(() => new Map(data?.items.map((workflow) => [workflow.id, workflow.name])), [data]);
  const missing = isSuccess ? [...new Set(ids)].filter((id) => !listed.has(id)) : [];
  const single = useQueries({ queries: missing.map((id) => workflowNameQuery(id)) });
  return (id) => listed.get(id) ?? single[missing.indexOf(id)]?.data ?? `${id.slice(0, 8)}…`;
}
