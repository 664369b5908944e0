import type { CallToolResult } from '@modelcontextprotocol/server';
import { keyOf } from '../../http/caller.ts';
import { strictObject, uuid } from '../../http/schema-parts.ts';
import { checkBoundRetry } from '../../http/check-bound-references.ts';
import { refusedRetry } from '../../sessions/refused-retry.ts';
import { cancelRefused } from '../../sessions/cancel-session.ts';
import { sessionNotFound } from '../../errors/required.ts';
import { defineTool } from './define-tool.ts';
import { requireSession } from './require-session.ts';
import { resultOf } from './tool.ts';

export const cancelSessionTool = defineTool({
  scope: 'run',
  name: 'cancel_session',
  title: 'Cancel a session',
  description: 'Ends a run that is under way, and what it started.',
  input: strictObject({ sessionId: uuid }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async call({ sessionId }, call) {
    const { context, caller } = call;
    await requireSession(call, sessionId);
    const outcome = await context.store.sessions.commands.cancel(caller.organizationId, sessionId);
    if (outcome.kind === 'not-found') throw sessionNotFound(sessionId);
    if (outcome.kind === 'terminal') throw cancelRefused(outcome.status);
    return changed(outcome.session);
  },
});

export const retrySessionTool = defineTool({
  scope: 'run',
  name: 'retry_session',
  title: 'Retry a session',
  description: 'Runs a failed or cancelled session again, from the step that failed or from the start.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['sessionId'],
    properties: {
      sessionId: uuid,
      from: { type: 'string', enum: ['failed-step', 'start'], description: 'failed-step when left out.' },
      version: {
        type: 'string',
        enum: ['pinned', 'latest'],
        description: 'pinned: as it ran; latest: as it is published now.',
      },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async call({ sessionId, from = 'failed-step', version = 'pinned' }, call) {
    const { context, caller } = call;
    await requireSession(call, sessionId);
    await checkBoundRetry(context, caller, sessionId, version);
    await context.runLimits.take(caller.organizationId, keyOf(caller), 0);
    const outcome = await context.intake.retry(caller.organizationId, sessionId, { from, version });
    if (outcome.kind === 'not-found') throw sessionNotFound(sessionId);
    if (outcome.kind !== 'retried') throw refusedRetry(outcome);
    return changed(outcome.session);
  },
});

function changed({ id, status, run }: { id: string; status: string; run: number }): CallToolResult {
  return resultOf({ sessionId: id, status, run });
}
