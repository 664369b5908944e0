import type { CommittedStep } from '@workflow/session-store';
import type { Json, SessionError } from '@workflow/workflow-model';
import { readHistories, type ComponentHistory } from './committed-steps.ts';
import { failed, succeeded, waits } from './step-results.ts';
import type { StepStart, WalkAction, WalkEvent } from './walk-events.ts';
import type { SessionPlan } from './walk-plan.ts';
import {
  commit,
  end,
  expectOutput,
  skipUnneededReads,
  isIdle,
  keepOutput,
  dropUnneededOutputs,
  newWalk,
  plannedOf,
  recordOf,
  type WalkState,
} from './walk-state.ts';

/** Returns the state of a session that was never walked before. Apply `woken` to start it. */
export function begin(plan: SessionPlan, nowMs: number): WalkState {
  const state = newWalk(plan, nowMs);
  state.ready.push(...state.branches.ready());
  return state;
}

/** Returns the state of a session that continues at its committed steps. Apply `woken` to start it. */
export function resume(plan: SessionPlan, steps: readonly CommittedStep[], nowMs: number): WalkState {
  const state = newWalk(plan, nowMs);
  const histories = readHistories(steps, plan.session.run);
  const open = state.branches.ready();
  for (let componentId = open.shift(); componentId !== undefined; componentId = open.shift()) {
    const history = histories.get(componentId);
    const planned = plannedOf(state, componentId);
    if (history?.state.kind === 'succeeded') {
      if (history.state.unread === null) keepOutput(state, planned, history.state.output);
      else expectOutput(state, planned, history.state.unread);
      open.push(...state.branches.pass(componentId, history.state.port));
    } else if (history?.state.kind === 'failure-taken' && planned.takesError) {
      open.push(...state.branches.pass(componentId, 'error', history.state.error));
    } else if (history === undefined) state.ready.push(componentId);
    else resumeOpen(state, componentId, history, nowMs);
  }
  dropUnneededOutputs(state);
  skipUnneededReads(state);
  return state;
}

function resumeOpen(state: WalkState, componentId: string, history: ComponentHistory, nowMs: number): void {
  state.nextAttempt.set(componentId, history.attempt + 1);
  state.failures.set(componentId, history.failures);
  if (history.mayHaveHappened) state.mayHaveHappened.add(componentId);
  for (const step of history.interrupted)
    state.unwritten.push({ ...step, status: 'CANCELLED', finishedAt: new Date(nowMs) });
  if (history.state.kind === 'waiting') {
    const { record, until, isBackoff, isThrottled, isForOthers } = history.state;
    const { attempt } = record;
    state.waiting.addResumed({
      componentId,
      attempt,
      untilMs: until?.getTime() ?? null,
      isBackoff,
      isThrottled,
      isForOthers,
      record,
    });
  } else state.ready.push(componentId);
}

/**
 * Applies an event, and returns the actions to perform. Invariants:
 *
 * - An effect starts only after a commit that contains its step.
 * - A component that depends on the result of an effect starts only after a commit of that result, unless only
 *   computing components follow until the end of the session.
 * - After `end` there are no further actions.
 * - One component is started at a time. The next one starts after it ended or reported that it is still running.
 *
 * @param nowMs milliseconds since the epoch by PostgreSQL's clock, so that executors whose clocks differ agree on what
 * is due; for `woken`, at least the requested time
 * @param random uniform in [0, 1), for the length of a backoff
 */
export function apply(state: WalkState, event: WalkEvent, nowMs: number, random: number): WalkAction[] {
  if (state.isOver) return [];
  const actions = applyEvent(state, event, nowMs, random);
  if (!state.isOver) actions.push(...advance(state, nowMs));
  return actions;
}

function applyEvent(state: WalkState, event: WalkEvent, nowMs: number, random: number): WalkAction[] {
  switch (event.kind) {
    case 'woken':
      state.wakeAtMs = Infinity;
      return nowMs >= state.deadlineAtMs ? end(state, timedOut(state), nowMs) : [];
    case 'stopped':
      return end(state, event.outcome, nowMs);
    case 'committed':
      return committed(state, event, nowMs);
    default:
      return applyStepEvent(state, event, nowMs, random);
  }
}

function applyStepEvent(
  state: WalkState,
  event: Extract<WalkEvent, { componentId: string }>,
  nowMs: number,
  random: number,
): WalkAction[] {
  const { componentId, attempt } = event;
  const step = state.running.get(componentId);
  if (step?.start.attempt !== attempt) return [];
  if (event.kind === 'effect-ready') {
    step.input = event.input;
    state.unwritten.push(recordOf(state, step, 'RUNNING', step, nowMs));
    return commit(state, { kind: 'effect', step: { componentId, attempt } });
  }
  if (state.starting === componentId) state.starting = null;
  if (event.kind === 'under-way') {
    // An effect that waited continues without another commit.
    if (step.start.waited !== null && plannedOf(state, componentId).hasEffect) state.hasBegunEffect = true;
    return [];
  }
  state.running.delete(componentId);
  switch (event.kind) {
    case 'succeeded':
      return succeeded(state, step, event, nowMs);
    case 'waiting':
      return waits(state, step, event, nowMs);
    case 'failed':
      return failed(state, step, event, nowMs, random);
  }
}

function committed(
  state: WalkState,
  { commit: number, written }: Extract<WalkEvent, { kind: 'committed' }>,
  nowMs: number,
): WalkAction[] {
  const answered = state.commits.get(number);
  if (answered === undefined) return [];
  state.commits.delete(number);
  if (!written) return end(state, { kind: 'lost' }, nowMs);
  const { afterwards } = answered;
  if (afterwards.kind === 'nothing') return [];
  if (afterwards.kind === 'pass') {
    state.ready.push(...state.branches.pass(afterwards.componentId, afterwards.port, afterwards.error));
    dropUnneededOutputs(state);
    return [];
  }
  const { step } = afterwards;
  if (state.running.get(step.componentId)?.start.attempt !== step.attempt) return [];
  state.hasBegunEffect = true;
  return [{ kind: 'start', part: 'effect', step }];
}

/** Starts the next component, ends the session if nothing is left to do, or asks to be woken. */
function advance(state: WalkState, nowMs: number): WalkAction[] {
  if (state.starting !== null) return [];
  const step = nextStart(state, nowMs);
  if (step !== null) {
    state.starting = step.componentId;
    state.running.set(step.componentId, { start: step, input: step.waited?.input ?? null });
    return [{ kind: 'start', part: 'component', step }];
  }
  if (isIdle(state)) return conclude(state, nowMs);
  const actions = state.owesResult ? commit(state, { kind: 'nothing' }) : [];
  return [...actions, ...wakeInTime(state)];
}

function wakeInTime(state: WalkState): WalkAction[] {
  // While other branches run, a branch that becomes due must not wait for their end.
  const atMs = Math.min(state.waiting.earliestDueMs(), state.hasBegunEffect ? state.deadlineAtMs : Infinity);
  if (atMs >= state.wakeAtMs) return [];
  state.wakeAtMs = atMs;
  return [{ kind: 'waitUntil', atMs }];
}

/** Ready components start before waiting ones. */
function nextStart(state: WalkState, nowMs: number): StepStart | null {
  const componentId = state.ready.shift();
  if (componentId !== undefined) return newAttempt(state, componentId, state.nextAttempt.get(componentId) ?? 1, nowMs);
  const due = state.waiting.takeDue(nowMs);
  if (due === null) return null;
  if (due.isBackoff || due.record === null) {
    const next = newAttempt(state, due.componentId, due.attempt, nowMs);
    return { ...next, hasTurn: due.isThrottled === true };
  }
  const until = due.untilMs === null ? null : new Date(due.untilMs);
  return {
    ...newAttempt(state, due.componentId, due.attempt, nowMs),
    startedAt: due.record.startedAt,
    waited: { until, input: due.record.input },
  };
}

function newAttempt(state: WalkState, componentId: string, attempt: number, nowMs: number): StepStart {
  const { placeholders } = state.plan;
  const error = state.branches.errorOf(componentId);
  return {
    componentId,
    attempt,
    startedAt: new Date(nowMs),
    placeholders: error === null ? placeholders : withError(placeholders, error),
    waited: null,
    hasTurn: false,
    mayHaveHappened: state.mayHaveHappened.has(componentId),
  };
}

function withError(placeholders: Readonly<Record<string, Json>>, error: SessionError): Readonly<Record<string, Json>> {
  const { code, message, componentId } = error;
  return Object.assign(Object.create(null) as Record<string, Json>, placeholders, {
    error: { code, message, componentId },
  });
}

function conclude(state: WalkState, nowMs: number): WalkAction[] {
  if (state.waiting.size > 0) {
    const dueMs = state.waiting.earliestDueMs();
    // Children that end after the claim make the session due again, even if they were noticed in the meantime.
    const childrenSeen = state.plan.session.childrenFinished;
    const dueAt = dueMs === Infinity ? null : new Date(dueMs);
    return end(state, { kind: 'waiting', dueAt, childrenSeen, steps: [] }, nowMs);
  }
  const last = state.plan.workflow.outputIds.findLast((id) => state.outputs.has(id));
  const output = last === undefined ? null : (state.outputs.get(last) as Json);
  return end(state, { kind: 'succeeded', output, steps: [] }, nowMs);
}

function timedOut({ plan }: WalkState) {
  const message = `The session ran longer than ${plan.limits.deadlineMs / 3_600_000} h`;
  return { kind: 'failed' as const, error: { code: 'TIMED_OUT', message, componentId: null }, steps: [] };
}
