import type { Json, JsonObject, StepView } from '@workflow/workflow-model';
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
}

/** @throws ApiError INVALID_REQUEST when the organization has no such session, or it is another workflow's */
export async function readEarlierSession(
  context: AppContext,
  organizationId: string,
  workflowId: string,
  sessionId: string,
): Promise<EarlierSession> {
  const { queries } = context.store.sessions;
  const session = await queries.find(organizationId, sessionId.toLowerCase());
  if (session?.workflowId !== workflowId)
    throw invalidRequest([
      `pinsFromSession must be a session of the workflow: there is no session '${sessionId}' of it`,
    ]);
  const steps = inOrder((await queries.steps(organizationId, session.id)) ?? []);
  const failure = steps.findLast(({ status }) => status === 'FAILED')?.error ?? null;
  return {
    placeholderValues: session.placeholderValues,
    outputs: new Map(
      steps.filter(({ status }) => status === 'SUCCEEDED').map(({ componentId, output }) => [componentId, output]),
    ),
    ...(failure !== null && {
      error: { code: failure.code, message: failure.message, componentId: failure.componentId },
    }),
  };
}

function inOrder(steps: StepView[]): StepView[] {
  return steps.toSorted((one, other) => one.run - other.run || one.attempt - other.attempt);
}
