import type { JsonObject, SessionError } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import { uuid } from '../../http/schema-parts.ts';
import { sessionNotFound } from '../../sessions/session-not-found.ts';
import { argumentsCheck } from './arguments.ts';
import { boundedOutput } from './bounded-output.ts';
import { requireSession } from './require-session.ts';
import { resultOf, type Tool } from './tool.ts';

/** Of a step's output as a model reads it, in characters. */
const MAX_STEP_OUTPUT = 2_000;

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['sessionId'],
  properties: { sessionId: { ...uuid, description: 'As a call, or list_sessions, gives it.' } },
} as const;
const read = argumentsCheck(inputSchema);

/** A session with its steps, and in words why it failed. */
export const getSessionTool: Tool = {
  scope: 'read',
  description: {
    name: 'get_session',
    title: 'Read a session',
    description: 'How a run of a workflow goes: its status, output, steps, and why it failed.',
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call(call) {
    const { context, caller } = call;
    const { sessionId } = read(call.given);
    await requireSession(call, sessionId);
    const session = await context.store.sessions.queries.find(caller.organizationId, sessionId);
    const steps = session && (await context.store.sessions.queries.stepPage(caller.organizationId, sessionId, {}));
    if (session === null || steps === null) throw sessionNotFound(sessionId);
    const { output, error, placeholderValues: _values, ...shown } = session;
    const names = await namesOf(context, caller.organizationId, sessionId);
    return resultOf({
      ...(shown as unknown as JsonObject),
      ...boundedOutput(output, context.config.mcp.maxOutputBytes),
      error: error as unknown as JsonObject | null,
      ...(error !== null && { failure: inWords(error, names) }),
      steps: steps.items.map((step) => ({
        component: names.get(step.componentId) ?? step.componentId,
        status: step.status,
        attempt: step.attempt,
        ...(step.iteration > 0 && { iteration: step.iteration }),
        ...boundedOutput(step.output, MAX_STEP_OUTPUT),
        ...(step.error !== null && { failure: inWords(step.error, names) }),
      })),
      ...(steps.nextCursor !== null && { moreSteps: true }),
    });
  },
};

async function namesOf(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await store.sessions.queries.definition(organizationId, sessionId);
  return new Map(found?.components.map(({ id, name, type }) => [id, name || type]));
}

function inWords({ code, message, componentId }: SessionError, names: ReadonlyMap<string, string>): string {
  const where = componentId === null ? '' : `${names.get(componentId) ?? componentId}: `;
  return `${where}${message} (${code})`;
}
