import type { Json, SessionError } from '@workflow/workflow-model';
import type { ToolCall } from './tool.ts';

/** How often a client that asks for it is notified that the session goes on. */
const PROGRESS_MS = 5_000;

interface Ended {
  status: string;
  output: Json;
  error: SessionError | null;
}

/**
 * Waits up to `MCP_WAIT_MS` for the end of a session. Returns null when the session goes on after that time, or
 * when the client has gone.
 */
export async function awaitEnd(
  { context, caller, request, signal, leaveTurn, reportProgress }: ToolCall,
  sessionId: string,
): Promise<Ended | null> {
  const { waitMs } = context.config.mcp;
  leaveTurn();
  request.expectWait(waitMs);
  const since = performance.now();
  const gone = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  for (;;) {
    const left = waitMs - (performance.now() - since);
    if (left <= 0 || signal.aborted) return null;
    const wait = context.waits.wait(caller.organizationId, sessionId, Math.min(left, PROGRESS_MS));
    const ended = await Promise.race([wait, gone]);
    if (ended !== null) return ended;
    const [known] = await context.store.sessions.queries.ended([sessionId]);
    if (known !== undefined) return known;
    await reportProgress(Math.round((performance.now() - since) / 1_000), 'the workflow is running');
  }
}
