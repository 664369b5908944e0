import type { ClaimedSession } from '@workflow/session-store';
import type { MayRead } from './placeholder-readers.ts';
import type { Component, Json, RetryPolicy, WalkPlan } from '@workflow/workflow-model';

/** The properties of a component that the walk needs. */
export interface PlannedComponent {
  readonly component: Component;
  readonly hasEffect: boolean;
  readonly isTrigger: boolean;
  readonly isOutput: boolean;
  /**
   * True if it uses the results of other sessions. It ends by itself after its signal fired and it has cancelled them.
   */
  readonly startsSessions?: boolean;
  readonly retry: RetryPolicy;
  /** The placeholders that it may read, or null for all. */
  readonly mayRead: MayRead;
  /** True if its `error` port is connected. */
  readonly takesError: boolean;
}

/** A definition with one of its start components. */
export interface PlannedWorkflow {
  readonly plan: WalkPlan;
  readonly components: ReadonlyMap<string, PlannedComponent>;
  /** The ids of `output` components in the reachable part, in the definition's order. */
  readonly outputIds: readonly string[];
  /** The ids of components that are followed only by computing components, whatever port they take. */
  readonly computesToEnd: ReadonlySet<string>;
}

/** A session before it is walked. */
export interface SessionPlan {
  readonly workflow: PlannedWorkflow;
  readonly session: Pick<ClaimedSession, 'run' | 'resumed' | 'ranMs' | 'childrenFinished'>;
  /**
   * The values that the session was started with, without a prototype. The outputs of its components are added to them.
   */
  readonly placeholders: Record<string, Json>;
  readonly limits: {
    /** The time limit of a session since its start, without waiting. */
    readonly deadlineMs: number;
    /** During a backoff of at least this time the session uses no slot of the executor. */
    readonly longBackoffMs: number;
  };
}
