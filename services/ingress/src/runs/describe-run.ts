import { buildSession, isDelayed, timeOrderedId, type DescribedSession } from '@workflow/session-store';
import type { PlaceholderOutcome, RunRequest } from '@workflow/validation';
import type { JsonObject, SessionTrigger } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { checkRunRequest } from './check-run-request.ts';
import { nameOtherFiles, nameSentFiles } from './name-sent-files.ts';
import { findStartable, type Startable } from './find-startable.ts';
import { hidePins } from './hide-pins.ts';
import { unsentWarning } from './unsent-warning.ts';
import { readTestRun, type TestRun } from './test-options.ts';

/** The data of a session that a run request starts. */
interface DescribedRun {
  session: DescribedSession;
  /** The keys of the caller with normalized values, as JSON. */
  sentValuesJson: string;
}

export interface RunCircumstances {
  /** The bytes of a body that takes a separate turn. */
  bytes?: number;
  /** True if a caller waits for its end. It then has high priority unless its workflow sets another one. */
  awaited?: boolean;
  trigger?: SessionTrigger;
}

/**
 * Returns the session that a run request describes.
 * @throws ApiError in the order of checks: rules beyond the schema, entities, published, pins, placeholders
 */
export async function describeRun(
  context: AppContext,
  caller: Caller,
  request: RunRequest,
  { bytes = 0, awaited = false, trigger = triggerOf(caller) }: RunCircumstances = {},
): Promise<DescribedRun> {
  const timing = checkRunRequest(request, context.caches.clock.nowMs());
  if (!timing.ok) throw invalidRequest(timing.problems);
  const { organizationId } = caller;
  const startable = await findStartable(context, caller, request);
  const { workflowId, definition, component } = startable;
  const test = await readTestRun(context, organizationId, request, startable).catch((error: unknown) => {
    throw withPlaceholderProblems(error, component, request);
  });
  // Many requests may have waited for the same look-ups.
  await context.bodies.turns.wait(organizationId, bytes);
  const { sent, values } = checkedValues(component, request, test);
  const id = timeOrderedId();
  const { findFiles } = component;
  const sentFiles = findFiles === null ? [] : [...findFiles(values), ...(values === sent ? [] : findFiles(sent))];
  const namedIds = await nameSentFiles(context, organizationId, id, sentFiles);
  const sentValuesJson = JSON.stringify(sent);
  const valuesJson = test === null ? sentValuesJson : JSON.stringify([sent, test.settings, test.given]);
  await nameOtherFiles(context, organizationId, id, { valuesJson, namedIds });
  const session = await buildSession(definition.rules, {
    id,
    organizationId,
    workflowId,
    definitionId: test?.settings ? await snapshot(context, caller, startable, test) : definition.definitionId,
    workflowVersion: definition.version,
    componentId: component.component.id,
    trigger,
    mode: request.mode ?? 'PROD',
    values,
    valuesJson: values === sent ? sentValuesJson : undefined,
    inherited: test?.sensitive,
    startedBy: caller.id,
    warning: unsentWarning(component.component, values),
    priority: awaited ? 'high' : undefined,
    timing: timing.value,
    refuse: invalidRequest,
  });
  if (isDelayed(timing.value) && session.gather !== undefined)
    throw invalidRequest([
      'startAt and startAfterSeconds cannot be used with a workflow that gathers requests (flow.gather)',
    ]);
  return { sentValuesJson, session };
}

function triggerOf({ kind }: Caller): SessionTrigger {
  return kind === 'user' ? 'CONSOLE' : 'API';
}

/**
 * Returns the caller's values together with the replacements for components that do not run, both checked and
 * normalized.
 */
function checkedValues(
  { checkPlaceholders }: Startable['component'],
  { placeholderValues = {} }: RunRequest,
  test: TestRun | null,
): { sent: JsonObject; values: JsonObject } {
  const sent = checked(checkPlaceholders(placeholderValues));
  return { sent, values: test === null ? sent : checked(checkPlaceholders({ ...test.given, ...sent })) };
}

/** Returns the error of wrong TEST options with the problems of the values added, so that one answer reports all. */
function withPlaceholderProblems(
  error: unknown,
  { checkPlaceholders }: Startable['component'],
  { placeholderValues = {} }: RunRequest,
): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_REQUEST') return error;
  const sent = checkPlaceholders(placeholderValues);
  return sent.ok ? error : invalidRequest([error.message, ...sent.problems]);
}

function checked(outcome: PlaceholderOutcome): JsonObject {
  if (!outcome.ok) throw invalidRequest(outcome.problems);
  return outcome.values;
}

async function snapshot(
  { store }: AppContext,
  { organizationId }: Caller,
  { workflowId, definition }: Startable,
  { settings, sensitive }: TestRun,
): Promise<string> {
  const { lookups } = store;
  const test = await hidePins(definition.content, settings ?? {}, sensitive, (componentId, json) =>
    lookups.sealPin(organizationId, componentId, json),
  );
  return lookups.snapshotDefinition(organizationId, workflowId, { ...definition.content, test });
}
