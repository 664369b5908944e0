import { describeSession, type DescribedSession } from '@workflow/session-store';
import type { PlaceholderOutcome, RunRequest } from '@workflow/validation';
import type { JsonObject, TestSettings } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { gatheredRequest } from '../intake/gathered-request.ts';
import { findStartable, type Startable } from './find-startable.ts';
import { readTestRun, refuseTestOptionsInProd } from './test-options.ts';

/** What a run request starts. */
export interface DescribedRun {
  session: DescribedSession;
  /** The caller's own keys with normalized values, as JSON. */
  sentValuesJson: string;
}

/**
 * The session that a run request asks for. `bytes`: of a body that takes a turn of its own. `awaited`: a caller waits
 * for its end, so it has high priority unless its workflow says otherwise.
 * @throws ApiError in the order of checks: options of TEST with PROD, entities, published, pins, placeholders
 */
export async function describeRun(
  context: AppContext,
  caller: Caller,
  request: RunRequest,
  { bytes = 0, awaited = false } = {},
): Promise<DescribedRun> {
  refuseTestOptionsInProd(request);
  const { organizationId } = caller;
  const startable = await findStartable(context, organizationId, request);
  const { workflowId, definition, component } = startable;
  const test = await readTestRun(context, organizationId, request, startable);
  // Many requests may have waited for the same look-ups.
  await context.bodies.turns.wait(organizationId, bytes);
  const sent = checked(component.checkPlaceholders(request.placeholderValues ?? {}));
  const values = test === null ? sent : checked(component.checkPlaceholders({ ...test.standIns, ...sent }));
  const flow = await definition.flowKeys?.(values);
  if (flow !== undefined && flow.problems.length > 0) throw invalidRequest(flow.problems);
  const priority = definition.priority ?? (awaited ? 'high' : undefined);
  const gather = gatheredRequest(definition.gather, flow?.keys, component.component, values);
  const sentValuesJson = JSON.stringify(sent);
  return {
    sentValuesJson,
    session: describeSession({
      organizationId,
      workflowId,
      definitionId: test?.settings
        ? await snapshot(context, caller, startable, test.settings)
        : definition.definitionId,
      workflowVersion: definition.version,
      componentId: component.component.id,
      trigger: caller.kind === 'user' ? 'CONSOLE' : 'API',
      mode: request.mode ?? 'PROD',
      values,
      ...(values === sent && { valuesJson: sentValuesJson }),
      startedBy: caller.id,
      flow: flow?.keys,
      gather,
      priority,
    }),
  };
}

function checked(outcome: PlaceholderOutcome): JsonObject {
  if (!outcome.ok) throw invalidRequest(outcome.problems);
  return outcome.values;
}

function snapshot(
  { store }: AppContext,
  { organizationId }: Caller,
  { workflowId, definition }: Startable,
  test: TestSettings,
): Promise<string> {
  return store.lookups.snapshotDefinition(organizationId, workflowId, { ...definition.content, test });
}
