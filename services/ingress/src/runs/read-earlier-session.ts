import type { Json, JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';

/** The results of a session that another one can take over. */
export interface EarlierSession {
  /** By dotted keys. */
  placeholderValues: JsonObject;
  /** By the component's id: what its last successful step yielded. */
  outputs: ReadonlyMap<string, Json>;
  /** The last failure of a step, as the placeholder `error` has it. */
  error?: Json;
  /** What is sensitive in all of that. */
  sensitive: Json[];
}

/**
 * Reads a session with the outputs of these components.
 * @throws ApiError INVALID_REQUEST when the organization has no such session, it is another workflow's, or the outputs
 * are too large
 */
export async function readEarlierSession(
  context: AppContext,
  organizationId: string,
  workflowId: string,
  sessionId: string,
  componentIds: readonly string[],
): Promise<EarlierSession> {
  const { queries } = context.store.sessions;
  const earlierId = sessionId.toLowerCase();
  const session = await queries.sourceOfPins(organizationId, earlierId);
  if (session?.workflowId !== workflowId)
    throw invalidRequest([
      `pinsFromSession must be a session of the workflow: there is no session '${sessionId}' of it`,
    ]);
  const last = await queries.lastOutputs(organizationId, earlierId, componentIds);
  if (last.kind === 'too-large')
    throw invalidRequest([
      `pinsFromSession: the outputs that this run takes over have more than ${last.maxBytes} bytes`,
    ]);
  const { outputs, failure } = last;
  return {
    placeholderValues: session.values,
    outputs,
    sensitive: [...session.sensitive, ...last.sensitive],
    ...(failure !== null && {
      error: { code: failure.code, message: failure.message, componentId: failure.componentId },
    }),
  };
}
