import type { StepRecord } from '@workflow/session-store';
import type { SessionError } from '@workflow/workflow-model';
import { sizeWithin } from '@workflow/expressions';
import { waitingOutput } from './committed-steps.ts';
import { nextAttemptAfterMs } from './retry-policy.ts';
import { stepRecord } from './step-records.ts';
import type { WalkAction, WalkEvent } from './walk-events.ts';
import {
  commit,
  end,
  isIdle,
  keepOutput,
  dropUnneededOutputs,
  plannedOf,
  recordOf,
  type RunningStep,
  type WalkState,
} from './walk-state.ts';

/** Maximum size (`sizeWithin`) of uncommitted outputs of a session in memory. */
const MAX_UNWRITTEN_SIZE = 262_144;

type EventOf<Kind extends WalkEvent['kind']> = Extract<WalkEvent, { kind: Kind }>;

export function succeeded(
  state: WalkState,
  step: RunningStep,
  event: EventOf<'succeeded'>,
  nowMs: number,
): WalkAction[] {
  const { componentId, port } = event;
  keepOutput(state, plannedOf(state, componentId), event.output);
  const { input, output } = event;
  return takePort(state, componentId, recordOf(state, step, 'SUCCEEDED', { input, output, port }, nowMs), port, null);
}

export function waits(state: WalkState, step: RunningStep, event: EventOf<'waiting'>, nowMs: number): WalkAction[] {
  const { componentId, attempt, input, until, throttledBy, forChildren, forAnswer, startsAgain } = event;
  const isThrottled = throttledBy !== null;
  const isBackoff = isThrottled || startsAgain;
  const output = waitingOutput(until, {
    backoff: isBackoff,
    throttle: throttledBy,
    children: forChildren,
    answer: forAnswer,
  });
  const record = recordOf(state, step, 'WAITING', { input, output }, nowMs);
  state.unwritten.push(record);
  state.waiting.add({
    componentId,
    attempt,
    untilMs: until?.getTime() ?? null,
    isBackoff,
    isThrottled,
    isForOthers: forChildren || forAnswer !== undefined,
    record,
  });
  return [];
}

/** Decides what follows a failed attempt: another attempt, the `error` port, or the session's failure. */
export function failed(
  state: WalkState,
  step: RunningStep,
  event: EventOf<'failed'>,
  nowMs: number,
  random: number,
): WalkAction[] {
  const { componentId, input, output, error, retryAfterMs = 0 } = event;
  const { retry, takesError } = plannedOf(state, componentId);
  const failures = (state.failures.get(componentId) ?? 0) + 1;
  state.failures.set(componentId, failures);
  const backoffMs = event.retryable ? nextAttemptAfterMs(retry, failures, random) : null;
  const afterMs = backoffMs === null ? null : Math.max(backoffMs, retryAfterMs);
  const port = afterMs === null && takesError ? 'error' : null;
  const record = recordOf(state, step, 'FAILED', { input, output, error, port }, nowMs);
  if (afterMs !== null) {
    state.unwritten.push(record);
    backOff(state, step, afterMs, nowMs);
    return [];
  }
  if (port !== null) return takePort(state, componentId, record, port, error);
  return end(state, { kind: 'failed', error, steps: [record] }, nowMs);
}

/** Waits for a short backoff. A long backoff becomes a WAITING step of the next attempt, and frees the slot. */
function backOff(state: WalkState, { start }: RunningStep, afterMs: number, nowMs: number): void {
  const { componentId } = start;
  const attempt = start.attempt + 1;
  const startedAt = new Date(nowMs);
  const until = new Date(nowMs + afterMs);
  let record: StepRecord | null = null;
  if (afterMs >= state.plan.limits.longBackoffMs) {
    const fields = { output: waitingOutput(until, { backoff: true }) };
    record = stepRecord({ componentId, attempt, startedAt }, state.plan.session.run, 'WAITING', fields, startedAt);
    state.unwritten.push(record);
  }
  state.waiting.add({ componentId, attempt, untilMs: until.getTime(), isBackoff: true, record });
}

/**
 * Records that a component is done and takes a port. The result of an effect is committed before anything that depends
 * on it begins. If nothing else runs and only computing components follow, the result is written later: with the end,
 * or when the walk has to wait. Results without an effect are committed when they take much memory.
 */
function takePort(
  state: WalkState,
  componentId: string,
  record: StepRecord,
  port: string,
  error: SessionError | null,
): WalkAction[] {
  const { hasEffect } = plannedOf(state, componentId);
  const isAlone = isIdle(state) && state.ready.length === 0;
  const isLast = isAlone && state.branches.isEnd(componentId);
  const endsAtOnce = isAlone && state.plan.workflow.computesToEnd.has(componentId);
  state.unwrittenSize += sizeWithin(record.output, MAX_UNWRITTEN_SIZE);
  state.unwritten.push(record);
  if ((hasEffect && !endsAtOnce) || (state.unwrittenSize > MAX_UNWRITTEN_SIZE && !isLast))
    return commit(state, { kind: 'pass', componentId, port, error });
  state.owesResult ||= hasEffect;
  state.ready.push(...state.branches.pass(componentId, port, error));
  dropUnneededOutputs(state);
  return [];
}
