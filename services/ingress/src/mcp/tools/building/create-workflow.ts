import { createWorkflow } from '../../../workflows/create-workflow.ts';
import { argumentsCheck } from '../arguments.ts';
import { resultOf, type Tool } from '../tool.ts';
import { DEFINITION_GUIDE } from './definition-guide.ts';
import { draftArguments } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { savedWorkflow } from './shown-workflow.ts';

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: draftArguments,
} as const;
const INTRODUCTION =
  'Creates a workflow as a draft, which may be incomplete. Nothing runs until it is tested or published.\n\n';

const read = argumentsCheck(inputSchema);
const operation = routeOperation(createWorkflow);

export const createWorkflowTool: Tool = {
  scope: 'manage',
  description: {
    name: 'create_workflow',
    title: 'Create a workflow',
    description: INTRODUCTION + DEFINITION_GUIDE,
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  async call(call) {
    const { body, etag } = await operation(call, { body: read(call.given) as never });
    return resultOf(savedWorkflow(body, etag));
  },
};
