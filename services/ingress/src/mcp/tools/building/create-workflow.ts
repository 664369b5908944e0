import { createWorkflow } from '../../../workflows/create-workflow.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { DEFINITION_GUIDE } from './definition-guide.ts';
import { draftArguments } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { savedWorkflow } from './shown-workflow.ts';

const INTRODUCTION =
  'Creates a workflow as a draft, which may be incomplete. Nothing runs until it is tested or published.\n\n';

const operation = routeOperation(createWorkflow);

export const createWorkflowTool = defineTool({
  scope: 'manage',
  name: 'create_workflow',
  title: 'Create a workflow',
  description: INTRODUCTION + DEFINITION_GUIDE,
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: draftArguments,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async call(given, call) {
    const { body, etag } = await operation(call, { body: given as never });
    return resultOf(savedWorkflow(body, etag));
  },
});
