import { readWorkflow } from '../../../workflows/read-workflow.ts';
import { argumentsCheck } from '../arguments.ts';
import { resultOf, type Tool } from '../tool.ts';
import { workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { shownWorkflow } from './shown-workflow.ts';

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['workflowId'],
  properties: { workflowId },
} as const;
const read = argumentsCheck(inputSchema);
const operation = routeOperation(readWorkflow);

export const getWorkflowTool: Tool = {
  scope: 'manage',
  description: {
    name: 'get_workflow',
    title: 'Read a workflow',
    description:
      'Returns the draft of a workflow: its name, description, components and connections, and the etag that ' +
      'update_workflow needs. state is DRAFT, PUBLISHED or CHANGED (published, and the draft differs). A ' +
      'definition that is too large for a result is left out (definitionTruncated).',
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call(call) {
    const { workflowId: id } = read(call.given);
    const { body, etag } = await operation(call, { params: { id } });
    return resultOf(shownWorkflow(call, body, etag));
  },
};
