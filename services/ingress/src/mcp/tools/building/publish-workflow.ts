import type { JsonObject } from '@workflow/workflow-model';
import { ApiError } from '../../../errors/api-error.ts';
import { publishWorkflow } from '../../../workflows/publish-workflow.ts';
import { publishRequestSchema } from '../../../workflows/workflow-schemas.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { shownProblems } from './check-workflow.ts';
import { workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';

const operation = routeOperation(publishWorkflow);

export const publishWorkflowTool = defineTool({
  scope: 'manage',
  name: 'publish_workflow',
  title: 'Publish a workflow',
  description:
    'Publishes the draft as a new version, which production runs from then on: its webhooks accept requests and ' +
    'its schedules start sessions. A draft with problems is not published, and the result lists the problems as ' +
    'check_workflow does. Publish workflows that others start before those that start them. Test the draft before.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId'],
    properties: {
      workflowId,
      etag: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Publishes only while the draft still has this etag. Recommended.',
      },
      ...publishRequestSchema.properties,
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async call({ workflowId: id, etag, ...words }, call) {
    const headers = etag === undefined ? {} : { 'if-match': etag };
    try {
      const { body } = await operation(call, { params: { id }, body: words as JsonObject, headers });
      const { number, name, createdAt } = body;
      const { warnings } = shownProblems(call, body);
      return resultOf({
        workflowId: id,
        publishedVersion: number!,
        name: name!,
        createdAt: createdAt!,
        warnings: warnings!,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'DEFINITION_INVALID') throw error;
      return resultOf({ workflowId: id, published: false, ...shownProblems(call, error.details as JsonObject) }, true);
    }
  },
});
