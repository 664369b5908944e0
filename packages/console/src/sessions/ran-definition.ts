import { queryOptions } from '@tanstack/react-query';
import type { Definition } from '@workflow/workflow-model';
import { asDefinition } from '../api/as-definition.ts';
import { api, dataOf } from '../api/client.ts';
import { readWorkflow } from '../api/queries/workflows.ts';
import type { Session } from '../api/types.ts';

/** The definition that a session ran: of its version, or for TEST the draft as it is now. */
export function ranDefinitionQuery({ workflowId, workflowVersion }: Session) {
  return queryOptions({
    queryKey: ['ran-definition', workflowId, workflowVersion],
    staleTime: workflowVersion === null ? 0 : Infinity,
    retry: false,
    queryFn: async (): Promise<Definition> => {
      if (workflowVersion === null) return asDefinition((await readWorkflow(workflowId)).workflow);
      const path = { id: workflowId, number: String(workflowVersion) };
      return asDefinition(await dataOf(api.GET('/v1/workflows/{id}/versions/{number}', { params: { path } })));
    },
  });
}
