import type { ClaimedSession } from '@workflow/session-store';
import type { MayRead } from './placeholder-readers.ts';
import type { Component, Json, RetryPolicy, WalkPlan } from '@workflow/workflow-model';

/** The part of a component that the walk needs; the driver knows how to run it. */
export interface PlannedComponent {
  readonly component: Component;
  readonly hasEffect: boolean;
  readonly isTrigger: boolean;
  readonly isOutput: boolean;
  /** It takes what other sessions give, and ends by itself when its signal fires, after it has cancelled them. */
  readonly startsSessions?: boolean;
  readonly retry: RetryPolicy;
  /** Placeholders that it may read; null: any. */
  readonly mayRead: MayRead;
  /** Whether its `error` port is connected. */
  readonly takesError: boolean;
}

/** A definition from one start component on. */
export interface PlannedWorkflow {
  readonly plan: WalkPlan;
  readonly components: ReadonlyMap<string, PlannedComponent>;
  /** Ids of `output` components of the reachable part, in the definition's order. */
  readonly outputIds: readonly string[];
  /** Ids of components behind which, whatever port they take, nothing does more than compute. */
  readonly computesToEnd: ReadonlySet<string>;
}

/** A session before it is walked. */
export interface SessionPlan {
  readonly workflow: PlannedWorkflow;
  readonly session: Pick<ClaimedSession, 'run' | 'resumed' | 'ranMs' | 'childrenFinished'>;
  /** What the session was started with, without a prototype. The outputs of its components are added to it. */
  readonly placeholders: Record<string, Json>;
  readonly limits: {
    /** Time limit of a session since its start, not counting waiting. */
    readonly deadlineMs: number;
    /** During a back-off of at least this time the session uses no slot of the executor. */
    readonly longBackoffMs: number;
  };
}
