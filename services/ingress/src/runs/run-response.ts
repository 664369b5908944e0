import type { Json, SessionError, SessionStatus } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';

interface Outcome {
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
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
