import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allWorkflowsQuery, workflowHeadQuery } from '../../api/queries/workflows.ts';

/**
 * Names of the workflows with these ids, dots while they are read, or the start of a deleted one's id. Names that no
 * list contains are read one by one.
 */
export function useWorkflowNames(ids: readonly string[]): (workflowId: string) => string {
  const { data, isSuccess, isPending } = useQuery(allWorkflowsQuery);
  const listed = useMemo(() => new Map(data?.items.map((workflow) => [workflow.id, workflow.name])), [data]);
  const missing = isSuccess ? [...new Set(ids)].filter((id) => !listed.has(id)) : [];
  const single = useQueries({ queries: missing.map((id) => workflowHeadQuery(id)) });
  return (id) => {
    const own = single[missing.indexOf(id)];
    const name = listed.get(id) ?? own?.data?.name;
    return name ?? (isPending || own?.isPending ? '…' : `${id.slice(0, 8)}…`);
  };
}
