import type { Json, SessionError, SessionStatus } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import type { RunRequest } from './run-request.ts';

interface Outcome {
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
}

/** The four fields of spec §2.3; the ids as the caller wrote them, the values as JSON text. */
export function answerText(request: RunRequest, valuesJson: string, sessionId: string): string {
  const { workflowId, componentId } = request;
  // Both ids passed the format check: they hold nothing that JSON would escape.
  return `{"workflowId":"${workflowId}","componentId":"${componentId}","placeholderValues":${valuesJson},"sessionId":"${sessionId}"}`;
}

/** The answer with `status`, `output` and `error` added, when the session ended or after `waitSeconds`. */
export async function awaitOutcome(
  context: AppContext, organizationId: string, sessionId: string, answered: string, waitSeconds: number,
): Promise<string> {
  const ended = await context.waits.wait(sessionId, waitSeconds * 1000);
  const { status, output, error } = ended ?? (await readOutcome(context, organizationId, sessionId));
  return `${answered.slice(0, -1)},"status":"${status}","output":${JSON.stringify(output)},"error":${JSON.stringify(error)}}`;
}

/** Just committed, so it is there unless retention is set to nothing at all. */
async function readOutcome(context: AppContext, organizationId: string, sessionId: string): Promise<Outcome> {
  const session = await context.sessionViews.find(organizationId, sessionId);
  return session ?? { status: 'QUEUED', output: null, error: null };
}
