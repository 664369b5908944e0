import { saveDraft } from '../../../workflows/save-draft.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { draftArguments, workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { savedWorkflow } from './shown-workflow.ts';

const operation = routeOperation(saveDraft);

export const updateWorkflowTool = defineTool({
  scope: 'manage',
  name: 'update_workflow',
  title: 'Replace the draft of a workflow',
  description:
    'Replaces the whole draft: what the arguments leave out is removed. Send all components and connections, in ' +
    'the form that create_workflow explains, and the etag of the last get_workflow, create_workflow or ' +
    'update_workflow. Keep the ids of components that stay. When somebody changed the draft meanwhile, the call ' +
    'is refused: read the workflow again. The published version changes only by publish_workflow.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId', 'etag', 'name', 'components', 'connections'],
    properties: {
      workflowId,
      etag: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'The etag of the last read or write of this workflow, with its quotation marks: "\\"3\\"".',
      },
      ...draftArguments,
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async call({ workflowId: id, etag, ...draft }, call) {
    const answer = await operation(call, { params: { id }, body: draft as never, headers: { 'if-match': etag } });
    return resultOf(savedWorkflow(answer.body, answer.etag));
  },
});
