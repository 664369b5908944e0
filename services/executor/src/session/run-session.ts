import type { ClaimedSession } from '@workflow/session-store';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { GATHERED, type FailureCode, type HiddenValue, type Json, type JsonObject } from '@workflow/workflow-model';
import { gatheredItem, nestPlaceholders, type PlaceholderOutcome } from '@workflow/validation';
import { ABORTED, isOutage, keepTrying } from '../loops/keep-trying.ts';
import type { PreparedWorkflow } from './prepared-workflow.ts';
import { reportFailure } from './report-failure.ts';
import { fenceOf, type SessionClaim } from './session-claim.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import { failedOutcome, outcomeOfAbort, type SessionOutcome } from './session-outcome.ts';
import { runWalk } from './run-walk.ts';
import { askingAfterClaim, SessionSecrets } from './session-secrets.ts';
import { SessionSensitive } from './session-sensitive.ts';
import type { WalkResources } from './walk-resources.ts';
import { createWalkClock } from './walk-clock.ts';
import type { SessionPlan } from './walk-plan.ts';
import { fillIn, type WalkState } from './walk-state.ts';
import { begin, resume } from './walk-transitions.ts';

/** The time after which a session checks again whether there is memory for the values that it must read. */
const NO_ROOM_MS = 1_000;

const DEFINITION_MISSING = ['DEFINITION_MISSING', 'The definition of the session was deleted'] as const;
const SENSITIVE_UNREADABLE = [
  'SENSITIVE_UNREADABLE',
  'The values of the session are encrypted, and no key of the service decrypts them',
] as const;

interface Run {
  deps: SessionDependencies;
  signal: AbortSignal;
  claim: SessionClaim;
}

/**
 * Runs a session that is claimed, or runs before its claim, until it ends, waits, is released or is lost. The outcome
 * is a value, which `recordOutcome` writes. Waits during an outage of PostgreSQL.
 *
 * @param signal fires with a ReleaseRequest at shutdown, with any other reason if the claim is lost
 * @throws errors of the store that are not retryable, while the definition or the committed steps are read
 */
export async function runSession(
  claimed: ClaimedSession,
  deps: SessionDependencies,
  signal: AbortSignal,
  claim: SessionClaim,
): Promise<SessionOutcome> {
  const { definitionId, componentId, hidden = null } = claimed;
  const run = { deps, signal, claim };
  if (hidden !== null) return runHidden(claimed, hidden, run);
  const cached = deps.workflows.peek(definitionId, componentId);
  if (!hasTimeLeft()) await nextSlice();
  if (cached !== undefined) return walk(claimed, cached, run);
  const loaded = await keepTrying(() => deps.workflows.load(claimed), signal);
  if (loaded === ABORTED) return outcomeOfAbort(signal);
  return loaded === null ? cannotBegin(claimed, deps, DEFINITION_MISSING) : walk(claimed, loaded, run);
}

/**
 * Runs a session with sealed values. If they cannot be opened, it fails, because another attempt could not open them
 * either.
 */
async function runHidden(
  { hidden: _sealed, ...claimed }: ClaimedSession,
  sealed: Uint8Array,
  run: Run,
): Promise<SessionOutcome> {
  const { deps, signal } = run;
  const { organizationId, id } = claimed;
  const start = await keepTrying(() => openStart(() => deps.store.openStart(organizationId, id, sealed)), signal);
  if (start === ABORTED) return outcomeOfAbort(signal);
  if (start === null) return cannotBegin(claimed, deps, SENSITIVE_UNREADABLE);
  const loaded = await keepTrying(() => deps.workflows.load(claimed), signal);
  if (loaded === ABORTED) return outcomeOfAbort(signal);
  if (loaded === null) return cannotBegin(claimed, deps, DEFINITION_MISSING);
  const opened = { ...claimed, placeholderValues: start.value as JsonObject };
  return walk(opened, loaded, run, start.sensitive);
}

/** Returns null if no key opens it. */
async function openStart(open: () => Promise<HiddenValue>): Promise<HiddenValue | null> {
  try {
    return await open();
  } catch (error) {
    if (isOutage(error)) throw error;
    return null;
  }
}

function walk(
  claimed: ClaimedSession,
  workflow: PreparedWorkflow,
  { deps, signal, claim }: Run,
  sensitive: readonly Json[] = [],
): SessionOutcome | Promise<SessionOutcome> {
  const values = valuesOf(claimed, workflow);
  if (!values.ok) return valuesRefused(claimed, values.problems, deps);
  const placeholders = Object.assign(Object.create(null) as Record<string, Json>, nestPlaceholders(values.values));
  // TEST and child sessions are not gathered. Their list has one item.
  if (workflow.gathersFrom !== null && !(GATHERED in placeholders))
    placeholders[GATHERED] = [gatheredItem(workflow.gathersFrom, values.values)];
  const plan = { workflow, session: claimed, placeholders, limits: deps.limits };
  const results = deps.results.open(claimed.organizationId);
  const resources = {
    session: claimed,
    fence: fenceOf(claimed),
    claim,
    workflow,
    deps,
    secrets: new SessionSecrets(askingAfterClaim(deps.secretSource, claim), claimed.organizationId, results),
    sensitive: new SessionSensitive(claimed, workflow.sensitivity, workflow.components),
    results,
    clock: createWalkClock(claimed, deps.now),
    signal,
  };
  resources.sensitive.begin(placeholders, sensitive);
  return claimed.resumed ? walkOn(plan, resources) : runWalk(begin(plan, resources.clock.now()), resources);
}

async function walkOn(plan: SessionPlan, resources: WalkResources): Promise<SessionOutcome> {
  const { session, deps, clock, signal } = resources;
  const { organizationId, id, resumeFromRun, resultsFrom } = session;
  const committed = await keepTrying(() => deps.store.readSteps(organizationId, id, resumeFromRun), signal);
  if (committed === ABORTED) return outcomeOfAbort(signal);
  const steps = committed.filter(({ componentId, run }) => run >= (resultsFrom?.[componentId] ?? resumeFromRun));
  for (const { componentId, status, output, sensitive } of steps) {
    if (sensitive !== undefined) resources.sensitive.add(sensitive);
    if (status === 'SUCCEEDED') resources.sensitive.learn(componentId, output);
  }
  const state = resume(plan, steps, clock.now());
  if (state.unread.size === 0) return runWalk(state, resources);
  return (await readUnread(state, resources)) ?? runWalk(state, resources);
}

/** Reads the large outputs that the session still needs. Returns an outcome if the session cannot continue now. */
async function readUnread(state: WalkState, resources: WalkResources): Promise<SessionOutcome | null> {
  const { session, deps, clock, signal, results, sensitive } = resources;
  const unread = [...state.unread];
  if (!results.reserve(new Map(unread.map(([componentId, { unreadBytes = 0 }]) => [componentId, unreadBytes])))) {
    const dueAt = new Date(clock.now() + NO_ROOM_MS);
    return { kind: 'waiting', dueAt, childrenSeen: session.childrenFinished, steps: [] };
  }
  const steps = unread.map(([, step]) => step);
  const outputs = await keepTrying(
    () => deps.store.readOutputs({ organizationId: session.organizationId, sessionId: session.id }, steps),
    signal,
  );
  if (outputs === ABORTED) {
    results.close();
    return outcomeOfAbort(signal);
  }
  for (const [index, [componentId]] of unread.entries()) {
    const { output, sensitive: values } = outputs[index] ?? { output: null, sensitive: [] };
    sensitive.add(values);
    sensitive.learn(componentId, output);
    fillIn(state, componentId, output);
  }
  return null;
}

/**
 * Returns the placeholder values. Ingress checked the values of callers (contract §2.2). Values from another workflow
 * are checked here. Values of an item are from its workflow, and need no check.
 */
function valuesOf(claimed: ClaimedSession, workflow: PreparedWorkflow): PlaceholderOutcome {
  return claimed.depth === 0 || workflow.isItem
    ? { ok: true, values: claimed.placeholderValues }
    : workflow.checkGiven(claimed.placeholderValues);
}

function valuesRefused(
  { id, componentId }: ClaimedSession,
  problems: string[],
  deps: SessionDependencies,
): SessionOutcome {
  const failure = { code: 'FIELD_INVALID', message: problems.join('; '), sessionId: id, componentId };
  return { kind: 'failed', error: reportFailure(deps.log, failure, null), steps: [] };
}

/** Fails a session that cannot begin, and logs why. */
function cannotBegin(
  { id: sessionId }: ClaimedSession,
  { log }: SessionDependencies,
  [code, message]: readonly [FailureCode, string],
): SessionOutcome {
  const errorId = crypto.randomUUID();
  log.error({ errorId, sessionId, code }, message);
  return failedOutcome(code, message, errorId);
}
