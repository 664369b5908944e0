import type { Json, SessionError } from '@workflow/workflow-model';
import type { ToolCall } from './tool.ts';

/** The interval at which a client that asks for progress is notified that the session is still running. */
const PROGRESS_MS = 5_000;

interface Ended {
  status: string;
  output: Json;
  error: SessionError | null;
}

/**
 * Waits up to `MCP_WAIT_MS` for the end of a session. Returns null if it has not ended by then, or the client
 * disconnected.
 */
export async function awaitEnd(
  { context, caller, request, signal, leaveTurn, reportProgress }: ToolCall,
  sessionId: string,
): Promise<Ended | null> {
  const { waitMs } = context.config.mcp;
  leaveTurn();
  request.expectWait(waitMs);
  const since = performance.now();
  const disconnected = new Promise<null>((resolve) =>
    signal.addEventListener('abort', () => resolve(null), { once: true }),
  );
  for (;;) {
    const remainingMs = waitMs - (performance.now() - since);
    if (remainingMs <= 0 || signal.aborted) return null;
    const wait = context.waits.wait(caller.organizationId, sessionId, Math.min(remainingMs, PROGRESS_MS));
    const ended = await Promise.race([wait, disconnected]);
    if (ended !== null) return ended;
    const [known] = await context.store.sessions.queries.ended([sessionId]);
    if (known !== undefined) return known;
    await reportProgress(Math.round((performance.now() - since) / 1_000), 'the workflow is running');
  }
}
