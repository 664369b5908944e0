import type { StepRecord } from '@workflow/session-store';
import type { Definition, Json } from '@workflow/workflow-model';
import { prepareWorkflow } from '../prepared-workflow.ts';
import type { SessionPlan } from '../walk-plan.ts';
import type { WalkAction, WalkEvent } from '../walk-events.ts';
import type { WalkState } from '../walk-state.ts';
import { apply, begin, resume } from '../walk-transitions.ts';

export const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

export interface PlanOptions {
  from?: string;
  run?: number;
  ranMs?: number;
  childrenFinished?: number;
  placeholders?: Record<string, Json>;
}

function sessionPlan(definition: Definition, options: PlanOptions, resumed: boolean): SessionPlan {
  const { from = 'in', run = 1, ranMs = 0, childrenFinished = 0, placeholders = {} } = options;
  return {
    workflow: prepareWorkflow(definition, from),
    session: { run, resumed, ranMs, childrenFinished },
    placeholders: Object.assign(Object.create(null) as Record<string, Json>, placeholders),
    limits: { deadlineMs: 24 * HOUR, longBackoffMs: 5_000 },
  };
}

/** A walk that a test drives by events. Its clock changes only when the test changes it. */
export interface Walk {
  nowMs: number;
  state: WalkState;
  apply(event: WalkEvent, random?: number): WalkAction[];
}

/** @param steps committed steps, for a session that continues */
export function startWalk(definition: Definition, options: PlanOptions = {}, steps?: StepRecord[]): Walk {
  const plan = sessionPlan(definition, options, steps !== undefined);
  return {
    nowMs: NOW,
    state: steps === undefined ? begin(plan, NOW) : resume(plan, steps, NOW),
    apply(event, random = 0) {
      return apply(this.state, event, this.nowMs, random);
    },
  };
}

/**
 * Returns actions in short form for tables: `start a`, `effect a`, `commit a RUNNING`, `wait 500`, `end released: a
 * CANCELLED`.
 */
export const inShort = (actions: WalkAction[]): string[] => actions.map((action) => actionInShort(action));

function actionInShort(action: WalkAction): string {
  if (action.kind === 'commit') return `commit ${shortSteps(action.steps)}`;
  if (action.kind === 'waitUntil') return `wait ${action.atMs - NOW}`;
  if (action.kind === 'start') {
    const { componentId, attempt } = action.step;
    return `${action.part === 'effect' ? 'effect' : 'start'} ${componentId}${attempt === 1 ? '' : ` ${attempt}`}`;
  }
  const { outcome } = action;
  return outcome.kind === 'lost' ? 'end lost' : `end ${outcome.kind}: ${shortSteps(outcome.steps)}`;
}

const shortSteps = (steps: StepRecord[]): string =>
  steps.map(({ componentId, status }) => `${componentId} ${status}`).join(', ');

/** Identifies the attempt of an event, by default the first one. */
export const of = (componentId: string, attempt = 1) => ({
  succeeded: (output: Json = null, port = 'next'): WalkEvent => ({
    kind: 'succeeded',
    componentId,
    attempt,
    input: null,
    output,
    port,
  }),
  failed: (retryable = false, code = 'HTTP_STATUS'): WalkEvent => ({
    kind: 'failed',
    componentId,
    attempt,
    input: null,
    output: null,
    error: { code, message: 'no', componentId, errorId: 'e' },
    retryable,
  }),
  waiting: (until: Date | null): WalkEvent => ({
    kind: 'waiting',
    componentId,
    attempt,
    input: null,
    until,
    throttledBy: null,
    startsAgain: false,
    forChildren: until === null,
  }),
  underWay: { kind: 'under-way', componentId, attempt } as const,
  effectReady: { kind: 'effect-ready', componentId, attempt, input: { of: componentId } } as const,
});

export const woken: WalkEvent = { kind: 'woken' };
export const committed = (commit: number, written = true): WalkEvent => ({ kind: 'committed', commit, written });
