import type { Json, JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';

/** The results of a session that another run can use. */
export interface EarlierSession {
  /** The values, by dotted keys. */
  placeholderValues: JsonObject;
  /** The output of each component's last successful step, by the component's id. */
  outputs: ReadonlyMap<string, Json>;
  /** The last failure of a step, in the form of the placeholder `error`. */
  error?: Json;
  /** The sensitive values in all of these. */
  sensitive: Json[];
}

/**
 * Reads a session with the outputs of these components.
 * @throws ApiError INVALID_REQUEST if the organization has no such session, it belongs to another workflow, or the
 * outputs are too large
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
