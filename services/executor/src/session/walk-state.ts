import type { CommittedStep, StepRecord } from '@workflow/session-store';
import type { Json, SessionError } from '@workflow/workflow-model';
import { sizeWithin } from '@workflow/expressions';
import { Branches } from './branches.ts';
import type { SessionOutcome } from './session-outcome.ts';
import { latestOfEachAttempt, stepRecord, type StepFields } from './step-records.ts';
import { WaitingSteps } from './waiting-steps.ts';
import type { StepStart, StepAttempt, WalkAction } from './walk-events.ts';
import type { PlannedComponent, SessionPlan } from './walk-plan.ts';

/** Outputs above this size (`sizeWithin`) are dropped when no component can read them any more. */
const LARGE_OUTPUT = 16_384;

/** An attempt that was started and has not ended. */
export interface RunningStep {
  readonly start: StepStart;
  input: Json;
}

/** Steps that are being committed, and the components that wait for that. */
interface Commit {
  readonly steps: StepRecord[];
  readonly afterwards:
    | { kind: 'effect'; step: StepAttempt }
    | { kind: 'pass'; componentId: string; port: string; error: SessionError | null }
    | { kind: 'nothing' };
}

/**
 * The state of a walk, which is the execution of a session until there is an outcome. Only `apply` of
 * walk-transitions.ts changes this data. Several components may run at the same time.
 */
export interface WalkState {
  readonly plan: SessionPlan;
  readonly branches: Branches;
  /** The ids of components that may start now. */
  readonly ready: string[];
  /** The component that was started last and has neither ended nor reported that it is asynchronous. */
  starting: string | null;
  readonly running: Map<string, RunningStep>;
  readonly waiting: WaitingSteps;
  /** The number of failed attempts in this run, by component. */
  readonly failures: Map<string, number>;
  /** The number of the next attempt, by component, if it is not 1. */
  readonly nextAttempt: Map<string, number>;
  /** Components whose earlier attempt began an effect with an unknown outcome. */
  readonly mayHaveHappened: Set<string>;
  /** The values of the `output` components. */
  readonly outputs: Map<string, Json>;
  /** Finished steps that are in no commit yet. They are written with the next commit, or with the end. */
  unwritten: StepRecord[];
  /** The size of the outputs in `unwritten`. Each is counted by `sizeWithin`, up to the size that causes a commit. */
  unwrittenSize: number;
  /** True if `unwritten` contains the result of an effect. It is committed unless the walk ends immediately. */
  owesResult: boolean;
  /** Components whose large output is in memory as a placeholder. */
  readonly largeOutputs: Set<string>;
  /** The step that a resumed session must read before it continues, by component. */
  readonly unread: Map<string, CommittedStep>;
  /** Commits that are not answered yet, by number. */
  readonly commits: Map<number, Commit>;
  lastCommit: number;
  readonly deadlineAtMs: number;
  /** True after an effect began. Before that, the walk takes so little time that no timer watches its deadline. */
  hasBegunEffect: boolean;
  /** The time of the last `waitUntil`, in milliseconds since the epoch; Infinity if it was reached. */
  wakeAtMs: number;
  isOver: boolean;
}

/** Returns a walk without ready components. */
export function newWalk(plan: SessionPlan, nowMs: number): WalkState {
  return {
    plan,
    branches: new Branches(plan.workflow.plan),
    ready: [],
    starting: null,
    running: new Map(),
    waiting: new WaitingSteps(),
    failures: new Map(),
    nextAttempt: new Map(),
    mayHaveHappened: new Set(),
    outputs: new Map(),
    unwritten: [],
    unwrittenSize: 0,
    owesResult: false,
    largeOutputs: new Set(),
    unread: new Map(),
    commits: new Map(),
    lastCommit: 0,
    deadlineAtMs: nowMs + plan.limits.deadlineMs - plan.session.ranMs,
    hasBegunEffect: false,
    wakeAtMs: Infinity,
    isOver: false,
  };
}

export function plannedOf(state: WalkState, componentId: string): PlannedComponent {
  return state.plan.workflow.components.get(componentId) as PlannedComponent;
}

/** Makes an output the session's output, or a placeholder of the following components. */
export function keepOutput(state: WalkState, { component, isOutput, isTrigger }: PlannedComponent, output: Json): void {
  if (isOutput) state.outputs.set(component.id, output);
  // The placeholders of a trigger are the values at the session's start.
  else if (!isTrigger && component.output) {
    state.plan.placeholders[component.output] = output;
    if (sizeWithin(output, LARGE_OUTPUT) > LARGE_OUTPUT) state.largeOutputs.add(component.id);
  }
}

/** Registers an output that is not read from PostgreSQL yet, unless no component reads it. */
export function expectOutput(
  state: WalkState,
  { component: { id, output }, isOutput, isTrigger }: PlannedComponent,
  step: CommittedStep,
): void {
  if (isOutput) state.outputs.set(id, null);
  else if (isTrigger || output === undefined) return;
  else state.largeOutputs.add(id);
  state.unread.set(id, step);
}

/** Removes outputs that no component reads, so that they are not read from PostgreSQL. */
export function skipUnneededReads({ unread, largeOutputs, outputs }: WalkState): void {
  for (const componentId of unread.keys())
    if (!largeOutputs.has(componentId) && !outputs.has(componentId)) unread.delete(componentId);
}

/** Sets an output after it was read. */
export function fillIn(state: WalkState, componentId: string, value: Json): void {
  state.unread.delete(componentId);
  keepOutput(state, plannedOf(state, componentId), value);
}

/** Drops large outputs that no remaining component can read. Call it after a component took its port. */
export function dropUnneededOutputs(state: WalkState): void {
  for (const componentId of state.largeOutputs) {
    const { output } = plannedOf(state, componentId).component;
    if (output === undefined || mayBeRead(state, output)) continue;
    Reflect.deleteProperty(state.plan.placeholders, output);
    state.largeOutputs.delete(componentId);
  }
}

function mayBeRead({ plan, branches }: WalkState, placeholder: string): boolean {
  for (const [componentId, { mayRead }] of plan.workflow.components) {
    if (mayRead !== null && !mayRead.has(placeholder)) continue;
    const branchState = branches.stateOf(componentId);
    if (branchState === 'undecided' || branchState === 'ready') return true;
  }
  return false;
}

export function recordOf(
  state: WalkState,
  { start }: RunningStep,
  status: StepRecord['status'],
  fields: StepFields,
  nowMs: number,
): StepRecord {
  return stepRecord(start, state.plan.session.run, status, fields, new Date(nowMs));
}

/** Returns true if nothing is running whose result could advance the session. */
export function isIdle({ running, commits, waiting }: WalkState): boolean {
  return running.size === 0 && commits.size === 0 && !waiting.keepsSession;
}

/** Commits the unwritten steps. */
export function commit(state: WalkState, afterwards: Commit['afterwards']): WalkAction[] {
  // An attempt that waited for its turn or a process may begin before its WAITING step is written.
  const steps = latestOfEachAttempt(state.unwritten);
  state.unwritten = [];
  state.unwrittenSize = 0;
  state.owesResult = false;
  state.lastCommit += 1;
  state.commits.set(state.lastCommit, { steps, afterwards });
  return [{ kind: 'commit', commit: state.lastCommit, steps }];
}

/**
 * Ends the walk. Running steps become CANCELLED. The outcome contains all steps that may not be written yet, also those
 * of unanswered commits: the end may be written first, and the fence of these commits is then outdated.
 */
export function end(state: WalkState, outcome: SessionOutcome, nowMs: number): WalkAction[] {
  state.isOver = true;
  if (outcome.kind === 'lost') return [{ kind: 'end', outcome }];
  const steps = [...state.commits.values()].flatMap((unanswered) => unanswered.steps);
  steps.push(...state.unwritten, ...outcome.steps);
  for (const step of state.running.values()) steps.push(recordOf(state, step, 'CANCELLED', step, nowMs));
  if (outcome.kind === 'failed') steps.push(...state.waiting.cancelled(new Date(nowMs)));
  const hasAllSteps = outcome.kind === 'succeeded' && state.lastCommit === 0 && !state.plan.session.resumed;
  const ended = hasAllSteps ? { ...outcome, hasAllSteps: true as const } : outcome;
  return [{ kind: 'end', outcome: { ...ended, steps: latestOfEachAttempt(steps) } }];
}
