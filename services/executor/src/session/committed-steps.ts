import type { CommittedStep, StepRecord, WaitingOutput } from '@workflow/session-store';
import type { Json, QuestionKind, SessionError } from '@workflow/workflow-model';

/** The reason of a WAITING step. */
interface WaitingFor {
  until: Date | null;
  /** True if its attempt has not begun yet. */
  isBackoff: boolean;
  /** True if it waits for its turn. */
  isThrottled: boolean;
  /** True if it also continues when one of its children ends or its question is answered. */
  isForOthers: boolean;
}

/** The history of one component, read from the committed steps of a resumed session. */
export interface ComponentHistory {
  /** The number of the last attempt in this run, or 0 if there is none. */
  attempt: number;
  /** The number of failed attempts in this run. */
  failures: number;
  /** The state from which the component continues. */
  state:
    | { kind: 'to-run' }
    /** `unread` is set if the output is large and was not read. */
    | { kind: 'succeeded'; port: string; output: Json; unread: CommittedStep | null }
    | { kind: 'failure-taken'; error: SessionError }
    | { kind: 'failed'; error: SessionError }
    | ({ kind: 'waiting'; record: StepRecord } & WaitingFor);
  /** Attempts that an executor began and did not end. Their steps must be closed. */
  interrupted: StepRecord[];
  /** True if an earlier attempt of this run began its effect, whose outcome is unknown. */
  mayHaveHappened: boolean;
}

/**
 * Reads the histories of components from the committed steps. Steps of earlier runs count if they are done (succeeded,
 * or failed with a connected `error` port). Everything else starts again.
 */
export function readHistories(steps: readonly CommittedStep[], run: number): Map<string, ComponentHistory> {
  const histories = new Map<string, ComponentHistory>();
  for (const step of [...steps].sort((a, b) => a.run - b.run || a.attempt - b.attempt)) {
    const history = histories.get(step.componentId) ?? {
      attempt: 0,
      failures: 0,
      state: { kind: 'to-run' },
      interrupted: [],
      mayHaveHappened: false,
    };
    histories.set(step.componentId, history);
    if (step.status === 'SUCCEEDED')
      history.state = {
        kind: 'succeeded',
        port: step.port ?? 'next',
        output: step.output,
        unread: step.unreadBytes === undefined ? null : step,
      };
    else if (step.status === 'FAILED' && step.port === 'error')
      history.state = { kind: 'failure-taken', error: errorOf(step) };
    if (step.run === run) addOwnAttempt(history, step);
  }
  return histories;
}

function addOwnAttempt(history: ComponentHistory, step: StepRecord): void {
  history.attempt = step.attempt;
  if (step.status === 'RUNNING') history.interrupted.push(step);
  if (step.status === 'FAILED') history.failures += 1;
  if (step.status === 'FAILED' && step.port !== 'error') history.state = { kind: 'failed', error: errorOf(step) };
  if (step.status === 'WAITING') history.state = { kind: 'waiting', record: step, ...readWaiting(step.output) };
  if (step.status === 'RUNNING' || step.status === 'CANCELLED') {
    history.state = { kind: 'to-run' };
    history.mayHaveHappened = true;
  }
}

/** Returns the output of a WAITING step, which `readWaiting` reads. */
export function waitingOutput(
  until: Date | null,
  { backoff = false, throttle = null, children = false, answer }: WaitingFields,
): WaitingOutput & Json {
  return {
    until: until?.toISOString() ?? null,
    backoff,
    ...(throttle !== null && { throttle }),
    ...(children && { children }),
    ...(answer !== undefined && { answer }),
  };
}

interface WaitingFields {
  backoff?: boolean;
  /** The throttle whose turn it waits for. */
  throttle?: string | null;
  children?: boolean;
  answer?: QuestionKind | undefined;
}

function readWaiting(output: Json): WaitingFor {
  const { until, backoff, throttle, children, answer } = (output ?? {}) as Partial<
    Record<keyof WaitingOutput, unknown>
  >;
  return {
    until: typeof until === 'string' ? new Date(until) : null,
    isBackoff: backoff === true,
    isThrottled: typeof throttle === 'string',
    isForOthers: children === true || typeof answer === 'string',
  };
}

function errorOf(step: StepRecord): SessionError {
  return step.error ?? { code: 'INTERNAL_ERROR', message: 'unknown', componentId: step.componentId };
}
