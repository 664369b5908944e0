import { readWorkflow } from '../../../workflows/read-workflow.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { shownWorkflow } from './shown-workflow.ts';
import { strictObject } from '../../../http/schema-parts.ts';

const operation = routeOperation(readWorkflow);

export const getWorkflowTool = defineTool({
  scope: 'manage',
  name: 'get_workflow',
  title: 'Read a workflow',
  description:
    'Returns the draft of a workflow: its name, description, components and connections, and the etag that ' +
    'update_workflow needs. state is DRAFT, PUBLISHED or CHANGED (published, and the draft differs). A ' +
    'definition that is too large for a result is left out (definitionTruncated).',
  input: strictObject({ workflowId }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ workflowId: id }, call) {
    const { body, etag } = await operation(call, { params: { id } });
    return resultOf(shownWorkflow(call, body, etag));
  },
});
