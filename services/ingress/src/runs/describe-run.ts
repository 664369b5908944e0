import { describeSession, timeOrderedId, type DescribedSession } from '@workflow/session-store';
import { hideStart, type PlaceholderOutcome, type RunRequest } from '@workflow/validation';
import type { Definition, Json, JsonObject, SessionTrigger } from '@workflow/workflow-model';
import type { StartableDefinition } from '../caches/startable-workflow.ts';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { gatheredRequest } from '../intake/gathered-request.ts';
import { nameSentFiles, nameTestFiles } from './name-sent-files.ts';
import { findStartable, type Startable } from './find-startable.ts';
import { hidePins } from './hide-pins.ts';
import { unsentWarning } from './unsent-warning.ts';
import { readTestRun, refuseTestOptionsInProd, type TestRun } from './test-options.ts';

/** What a run request starts. */
export interface DescribedRun {
  session: DescribedSession;
  /** The caller's own keys with normalized values, as JSON. */
  sentValuesJson: string;
}

interface RunCircumstances {
  /** Of a body that takes a turn of its own. */
  bytes?: number;
  /** A caller waits for its end, so it has high priority unless its workflow says otherwise. */
  awaited?: boolean;
  trigger?: SessionTrigger;
}

/**
 * The session that a run request asks for.
 * @throws ApiError in the order of checks: options of TEST with PROD, entities, published, pins, placeholders
 */
export async function describeRun(
  context: AppContext,
  caller: Caller,
  request: RunRequest,
  { bytes = 0, awaited = false, trigger = triggerOf(caller) }: RunCircumstances = {},
): Promise<DescribedRun> {
  refuseTestOptionsInProd(request);
  const { organizationId } = caller;
  const startable = await findStartable(context, caller, request);
  const { workflowId, definition, component } = startable;
  const test = await readTestRun(context, organizationId, request, startable);
  // Many requests may have waited for the same look-ups.
  await context.bodies.turns.wait(organizationId, bytes);
  const { sent, values } = checkedValues(component, request, test);
  const id = timeOrderedId();
  const { findFiles } = component;
  if (findFiles !== null)
    await nameSentFiles(context, organizationId, id, [
      ...findFiles(values),
      ...(values === sent ? [] : findFiles(sent)),
    ]);
  if (test !== null) await nameTestFiles(context, organizationId, id, test);
  const flow = await definition.flowKeys?.(values);
  if (flow !== undefined && flow.problems.length > 0) throw invalidRequest(flow.problems);
  const priority = definition.priority ?? (awaited ? 'high' : undefined);
  const gather = gatheredRequest(definition.gather, flow?.keys, component.component, values);
  const sentValuesJson = JSON.stringify(sent);
  const shown = shownValues(definition.content, values, values === sent ? sentValuesJson : null, test?.sensitive);
  return {
    sentValuesJson,
    session: describeSession({
      id,
      organizationId,
      workflowId,
      definitionId: test?.settings ? await snapshot(context, caller, startable, test) : definition.definitionId,
      workflowVersion: definition.version,
      componentId: component.component.id,
      trigger,
      mode: request.mode ?? 'PROD',
      ...shown,
      label: await checkedLabel(definition, shown.values),
      startedBy: caller.id,
      warning: unsentWarning(component.component, values),
      flow: flow?.keys,
      gather,
      priority,
    }),
  };
}

function triggerOf({ kind }: Caller): SessionTrigger {
  return kind === 'user' ? 'CONSOLE' : 'API';
}

/** What the caller sent, and with it what stands in for components that do not run: both checked and normalized. */
function checkedValues(
  { checkPlaceholders }: Startable['component'],
  { placeholderValues = {} }: RunRequest,
  test: TestRun | null,
): { sent: JsonObject; values: JsonObject } {
  const sent = checked(checkPlaceholders(placeholderValues));
  return { sent, values: test === null ? sent : checked(checkPlaceholders({ ...test.given, ...sent })) };
}

/** The values as they are stored, and where something in them is sensitive, as they are. */
function shownValues(definition: Definition, values: JsonObject, valuesJson: string | null, inherited: Json[] = []) {
  const hiding = hideStart(definition, values, inherited);
  if (hiding !== null) return { values: hiding.shown, hidden: hiding.hidden };
  return { values, ...(valuesJson !== null && { valuesJson }) };
}

/** @throws ApiError INVALID_REQUEST when the expression of the label fails */
async function checkedLabel({ labelOf }: StartableDefinition, shown: JsonObject): Promise<string | null> {
  if (labelOf === null) return null;
  const { label, problem } = await labelOf(shown);
  if (problem !== null) throw invalidRequest([problem]);
  return label;
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
