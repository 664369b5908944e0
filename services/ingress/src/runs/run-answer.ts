import type { RunRequest } from '@workflow/validation';
import type { Json, SessionError, SessionStatus } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';

interface Outcome {
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
}

/**
 * Returns the four fields of contract §2.3: the ids as the caller wrote them, the values as JSON text. `gathered` is
 * true if the request joined a session that gathers.
 */
export function runAnswer(request: RunRequest, valuesJson: string, sessionId: string, gathered = false): string {
  const { workflowId, componentId } = request;
  // Both ids passed the format check: they contain nothing that JSON would escape.
  const ids = `"workflowId":"${workflowId}","componentId":"${componentId}"`;
  return `{${ids},"placeholderValues":${valuesJson},"sessionId":"${sessionId}"${gathered ? ',"gathered":true' : ''}}`;
}

/**
 * Returns the answer with `status`, `output` and `error` added, when the session ended or after `waitSeconds`. Leaves
 * them out if the caller's organization has too many unread answers for this output.
 */
export async function awaitOutcome(
  context: AppContext,
  organizationId: string,
  sessionId: string,
  answer: string,
  waitSeconds: number,
): Promise<string> {
  const ended = await context.waits.wait(organizationId, sessionId, waitSeconds * 1000);
  if (ended !== null) context.intake.ended(sessionId);
  const { status, output, error } = ended ?? (await readOutcome(context, organizationId, sessionId));
  const outputJson = JSON.stringify(output);
  if (!context.unsent.hasRoom(organizationId, outputJson.length)) return answer;
  const more = `"status":"${status}","output":${outputJson},"error":${JSON.stringify(error)}`;
  return `${answer.slice(0, -1)},${more}}`;
}

/** Reads the outcome. The session was just committed, so it exists unless the retention time is near zero. */
async function readOutcome(context: AppContext, organizationId: string, sessionId: string): Promise<Outcome> {
  const { queries } = context.store.sessions;
  const [ended] = await queries.ended([sessionId]);
  return (
    ended ??
    (await queries.findWithoutValues(organizationId, sessionId)) ?? { status: 'QUEUED', output: null, error: null }
  );
}
