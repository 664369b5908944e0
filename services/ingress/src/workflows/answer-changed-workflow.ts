import type { WorkflowDraft } from '@workflow/session-store';
import { required } from '../errors/required.ts';
import type { RouteReply } from '../http/define-route.ts';
import { etagOf } from './etag.ts';

/**
 * Answers a workflow after a change that needs no body.
 * @throws ApiError if the organization has no such workflow
 */
export function answerChangedWorkflow(changed: WorkflowDraft | null, id: string): RouteReply {
  const workflow = required(changed, 'Workflow', id);
  return { status: 200, body: workflow, headers: { ETag: etagOf(workflow) } };
}
