import type { Json, JsonObject, SessionError } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import { strictObject, uuid } from '../../http/schema-parts.ts';
import { sessionNotFound } from '../../errors/required.ts';
import { defineTool } from './define-tool.ts';
import { leftOut } from './bounded-output.ts';
import { requireSession } from './require-session.ts';
import { resultOf, type McpExchange } from './tool.ts';

/** Maximum number of characters of a step's output for a model. */
const MAX_STEP_OUTPUT = 2_000;

/** Returns a session with its steps, and the reason of a failure as a sentence. */
export const getSessionTool = defineTool({
  scope: 'read',
  name: 'get_session',
  title: 'Read a session',
  description: 'How a run of a workflow goes: its status, output, steps, and why it failed.',
  input: strictObject({
    sessionId: { ...uuid, description: 'The id from a call, or from list_sessions.' },
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ sessionId }, call) {
    return resultOf(await describeSession(call, sessionId));
  },
});

/**
 * Returns a session with its first steps, within the limits of a result.
 * @throws ApiError SESSION_NOT_FOUND, also if the caller may not see the session
 */
export async function describeSession(call: McpExchange, sessionId: string): Promise<JsonObject> {
  const { context, caller } = call;
  const session = await requireSession(call, sessionId);
  const { queries } = context.store.sessions;
  const { maxOutputBytes } = context.config.mcp;
  const ended = await queries.findBoundedOutput(caller.organizationId, sessionId, maxOutputBytes);
  // Reads a few characters more than are shown: a longer value is cut, and then left out.
  const range = { preview: MAX_STEP_OUTPUT, maxBytes: maxOutputBytes };
  const steps = ended && (await queries.stepPage(caller.organizationId, sessionId, range));
  if (ended === null || steps === null) throw sessionNotFound(sessionId);
  const { output: _none, error, placeholderValues: _values, ...shown } = session;
  const names = await namesOf(context, caller.organizationId, sessionId);
  return {
    ...(shown as unknown as JsonObject),
    ...(ended.bytes > maxOutputBytes ? leftOut(ended.bytes) : { output: ended.output }),
    error: error as unknown as JsonObject | null,
    ...(error !== null && { failure: inWords(error, names) }),
    steps: steps.items.map((step) => ({
      component: names.get(step.componentId) ?? step.componentId,
      status: step.status,
      attempt: step.attempt,
      ...(step.iteration > 0 && { iteration: step.iteration }),
      ...outputOf(step),
      ...(step.error !== null && { failure: inWords(step.error, names) }),
    })),
    ...(steps.nextCursor !== null && { moreSteps: true }),
  };
}

/** Returns the output of a step, or its beginning. */
function outputOf({ output, truncated }: { output: Json; truncated?: true }): JsonObject {
  const isCut = truncated === true && typeof output === 'string' && /… \(\d+ (?:characters|bytes)\)$/.test(output);
  return isCut ? { output, outputTruncated: true } : { output };
}

async function namesOf(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
): Promise<ReadonlyMap<string, string>> {
  const stored = await store.sessions.queries.definition(organizationId, sessionId);
  return new Map(stored?.components.map(({ id, name, type }) => [id, name || type]));
}

function inWords({ code, message, componentId }: SessionError, names: ReadonlyMap<string, string>): string {
  const where = componentId === null ? '' : `${names.get(componentId) ?? componentId}: `;
  return `${where}${message} (${code})`;
}
