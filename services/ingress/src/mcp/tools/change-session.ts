import type { CallToolResult } from '@modelcontextprotocol/server';
import { keyOf } from '../../http/caller.ts';
import { uuid } from '../../http/schema-parts.ts';
import { checkBoundRetry } from '../../http/check-bound-references.ts';
import { refusedRetry } from '../../sessions/refused-retry.ts';
import { cancelRefused } from '../../sessions/cancel-session.ts';
import { sessionNotFound } from '../../sessions/session-not-found.ts';
import { argumentsCheck } from './arguments.ts';
import { requireSession } from './require-session.ts';
import { resultOf, type Tool } from './tool.ts';

const cancelSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['sessionId'],
  properties: { sessionId: uuid },
} as const;
const readCancel = argumentsCheck(cancelSchema);

export const cancelSessionTool: Tool = {
  scope: 'run',
  description: {
    name: 'cancel_session',
    title: 'Cancel a session',
    description: 'Ends a run that is under way, and what it started.',
    inputSchema: cancelSchema as never,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  async call(call) {
    const { context, caller } = call;
    const { sessionId } = readCancel(call.given);
    await requireSession(call, sessionId);
    const outcome = await context.store.sessions.commands.cancel(caller.organizationId, sessionId);
    if (outcome.kind === 'not-found') throw sessionNotFound(sessionId);
    if (outcome.kind === 'terminal') throw cancelRefused(outcome.status);
    return changed(outcome.session);
  },
};

const retrySchema = {
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
} as const;
const readRetry = argumentsCheck(retrySchema);

export const retrySessionTool: Tool = {
  scope: 'run',
  description: {
    name: 'retry_session',
    title: 'Retry a session',
    description: 'Runs a failed or cancelled session again, from the step that failed or from the start.',
    inputSchema: retrySchema as never,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  async call(call) {
    const { context, caller } = call;
    const { sessionId, from = 'failed-step', version = 'pinned' } = readRetry(call.given);
    await requireSession(call, sessionId);
    await checkBoundRetry(context, caller, sessionId, version);
    await context.runLimits.take(caller.organizationId, keyOf(caller), 0);
    const outcome = await context.intake.retry(caller.organizationId, sessionId, { from, version });
    if (outcome.kind === 'not-found') throw sessionNotFound(sessionId);
    if (outcome.kind !== 'retried') throw refusedRetry(outcome);
    return changed(outcome.session);
  },
};

function changed({ id, status, run }: { id: string; status: string; run: number }): CallToolResult {
  return resultOf({ sessionId: id, status, run });
}
