import { soleTrigger } from '@workflow/components/descriptors';
import { runRequestSchema } from '@workflow/validation';
import type { JsonObject } from '@workflow/workflow-model';
import { uuid } from '../../../http/schema-parts.ts';
import { required } from '../../../errors/required.ts';
import { invalidRequest } from '../../../errors/api-error.ts';
import { knowsWorkflow } from '../../../http/caller.ts';
import { organizationOf } from '../../../http/organization-of.ts';
import { runWorkflow } from '../../../runs/run-workflow.ts';
import { defineTool } from '../define-tool.ts';
import { awaitEnd } from '../await-end.ts';
import { describeSession } from '../get-session.ts';
import { resultOf, type ToolCall } from '../tool.ts';
import { workflowId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';

const { placeholderValues, pinnedOutputs, onlyThisComponent, pinsFromSession } = (
  runRequestSchema as unknown as { properties: Record<string, { description: string }> }
).properties;

const operation = routeOperation(runWorkflow);

export const testWorkflowTool = defineTool({
  scope: 'manage',
  name: 'test_workflow',
  title: 'Test a workflow',
  description:
    'Runs the draft in mode TEST, waits for the end, and returns the session with its status, output, steps and, ' +
    'where it failed, the failure in words. Components really run and have their effects, such as sent mail; pin ' +
    'the output of a component (pinnedOutputs) to replace it. A component whose credential is not chosen is ' +
    'replaced too. With onlyThisComponent only the component componentId runs, with the placeholders that it ' +
    'reads in placeholderValues. When the status is "running", get_session (scope read) returns the result later.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId'],
    properties: {
      workflowId,
      componentId: { ...uuid, description: 'Where the run starts. Default: the only trigger of the draft.' },
      placeholderValues: {
        type: 'object',
        additionalProperties: true,
        description:
          `${placeholderValues!.description} For a webhook: { "<its output>": "<JSON text of the request>" }, where ` +
          'the request is { "method": "POST", "path": "/", "query": {}, "headers": {}, "body": … }. For a schedule: ' +
          '{ "<its output>": "2026-07-06T06:30:00Z" }.',
      },
      pinnedOutputs: { type: 'object', additionalProperties: true, description: pinnedOutputs!.description },
      onlyThisComponent: { type: 'boolean', description: onlyThisComponent!.description },
      pinsFromSession: { ...uuid, description: pinsFromSession!.description },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async call({ workflowId: id, componentId, ...options }, call) {
    const start = componentId ?? (await triggerOf(call, id));
    const body: JsonObject = { workflowId: id, componentId: start, mode: 'TEST', ...(options as JsonObject) };
    const started = await operation(call, { body });
    const sessionId = String(started.body['sessionId']);
    const ended = await awaitEnd(call, sessionId);
    if (ended === null) return resultOf({ sessionId, status: 'running' });
    const session = await describeSession(call, sessionId);
    return resultOf({ sessionId, ...session }, ended.status !== 'SUCCEEDED');
  },
});

/** @throws ApiError RESOURCE_NOT_FOUND; INVALID_REQUEST if the draft has no trigger, or several */
async function triggerOf({ context, caller }: ToolCall, id: string): Promise<string> {
  const visible = knowsWorkflow(caller, id) ? await organizationOf(context, caller).readWorkflow(id) : null;
  const trigger = soleTrigger(required(visible, 'Workflow', id));
  if (trigger === null) throw invalidRequest(['componentId is required, as the draft has not exactly one trigger']);
  return trigger.id;
}
