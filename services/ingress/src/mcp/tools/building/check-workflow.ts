import type { Json, JsonObject } from '@workflow/workflow-model';
import { checkWorkflow } from '../../../workflows/check-workflow.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf, type ToolCall } from '../tool.ts';
import { boundedList } from './bounded-list.ts';
import { definitionArguments, workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';

const operation = routeOperation(checkWorkflow);

export const checkWorkflowTool = defineTool({
  scope: 'manage',
  name: 'check_workflow',
  title: 'Check a workflow',
  description:
    'Lists the problems that prevent publishing, and warnings. Each has the componentId (null for the ' +
    'definition as a whole), the path within the component (a JSON pointer), a code and a message. Without ' +
    'components it checks the draft; with components and connections it checks those and stores nothing. An empty ' +
    'list of problems means that the definition can be published.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId'],
    properties: { workflowId, ...definitionArguments },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ workflowId: id, ...definition }, call) {
    const { body } = await operation(call, { params: { id }, body: definition as never });
    return resultOf(shownProblems(call, body));
  },
});

/** Returns problems and warnings for a result. */
export function shownProblems({ context }: ToolCall, { problems = [], warnings = [] }: JsonObject): JsonObject {
  const maxBytes = context.config.mcp.maxOutputBytes / 2;
  return {
    ...boundedList('problems', problems as Json[], maxBytes),
    ...boundedList('warnings', warnings as Json[], maxBytes),
  };
}
