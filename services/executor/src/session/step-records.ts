import type { StepRecord } from '@workflow/session-store';
import type { StepAttempt } from './walk-events.ts';

/** The iteration of steps outside of loops. */
export const ITERATION = 0;

/** The result of a step, in addition to its status. */
export type StepFields = Partial<Pick<StepRecord, 'port' | 'input' | 'output' | 'error'>>;

/**
 * Returns the row of an attempt in its present state.
 * @param at when it got its status
 */
export function stepRecord(
  step: StepAttempt & { startedAt: Date },
  run: number,
  status: StepRecord['status'],
  fields: StepFields,
  at: Date,
): StepRecord {
  const { port = null, input = null, output = null, error = null } = fields;
  const isOver = status !== 'RUNNING' && status !== 'WAITING';
  return {
    componentId: step.componentId,
    run,
    iteration: ITERATION,
    attempt: step.attempt,
    status,
    port,
    input,
    output,
    error,
    startedAt: step.startedAt,
    finishedAt: isOver ? at : null,
  };
}

/** Returns the last record of each attempt, because a statement may write each row only once. */
export function latestOfEachAttempt(steps: StepRecord[]): StepRecord[] {
  const byAttempt = new Map<string, StepRecord>();
  for (const step of steps) byAttempt.set(`${step.run}/${step.componentId}/${step.iteration}/${step.attempt}`, step);
  return byAttempt.size === steps.length ? steps : [...byAttempt.values()];
}
