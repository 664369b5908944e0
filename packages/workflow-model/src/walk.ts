import type { WalkPlan } from './plan-walk.ts';
import { takesError } from './plan-walk.ts';

/** `undecided`: some incoming connection is still open. `ready`: to run, or under way. `dead`: will never run. */
export type WalkState = 'undecided' | 'ready' | 'settled' | 'dead';

/**
 * One session's way through its plan. From the start component, a component runs once all its incoming connections
 * within the reachable part are decided and at least one was taken. Ports not taken die, and a component whose incoming
 * connections all died is dead and passes its death on.
 */
export interface Walk {
  readonly plan: WalkPlan;
  /** Components that are ready and not settled yet, under way or not. At the beginning: the start. */
  ready(): string[];
  stateOf(componentId: string): WalkState;
  /**
   * A component ended and took a port. Returns the components that became ready by it, in the plan's order.
   * @throws RangeError when the component is not ready: settling twice, or what must not run, is a fault of the caller.
   */
  settle(componentId: string, port: string): string[];
  /** Whether nothing is left to run. */
  readonly finished: boolean;
}

const STATE_NAMES: readonly WalkState[] = ['undecided', 'ready', 'settled', 'dead'];
const UNDECIDED = STATE_NAMES.indexOf('undecided');
const READY = STATE_NAMES.indexOf('ready');
const SETTLED = STATE_NAMES.indexOf('settled');
const DEAD = STATE_NAMES.indexOf('dead');

/** Begins a walk: the start component is ready. Costs three small arrays; every connection is decided once. */
export function beginWalk(plan: WalkPlan): Walk {
  const states = plan.componentIds.map(() => UNDECIDED);
  const undecided = plan.incomingCount.slice();
  const taken = plan.componentIds.map(() => false);
  states[0] = READY;
  let readyCount = 1;

  /** Decides the outgoing connections of one component; `port` null: all die. Collects what became ready. */
  function decide(from: number, port: string | null, newlyReady: number[]): void {
    const open: { from: number; port: string | null }[] = [{ from, port }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const connection of plan.outgoing[next.from] ?? []) {
        if (connection.port === next.port) taken[connection.to] = true;
        const left = (undecided[connection.to] ?? 0) - 1;
        undecided[connection.to] = left;
        if (left > 0) continue;
        if (taken[connection.to] === true) {
          states[connection.to] = READY;
          newlyReady.push(connection.to);
        } else {
          states[connection.to] = DEAD;
          open.push({ from: connection.to, port: null });
        }
      }
    }
  }

  const idOf = (number: number) => plan.componentIds[number] as string;
  return {
    plan,
    ready: () => plan.componentIds.filter((_, number) => states[number] === READY),
    stateOf(componentId) {
      const number = plan.numberOf.get(componentId);
      return number === undefined ? 'dead' : (STATE_NAMES[states[number] ?? DEAD] ?? 'dead');
    },
    settle(componentId, port) {
      const number = plan.numberOf.get(componentId);
      if (number === undefined || states[number] !== READY) throw new RangeError(`component ${componentId} is not ready`);
      states[number] = SETTLED;
      const newlyReady: number[] = [];
      decide(number, port, newlyReady);
      readyCount += newlyReady.length - 1;
      return newlyReady.sort((a, b) => a - b).map(idOf);
    },
    get finished() {
      return readyCount === 0;
    },
  };
}

/** How far a component's step has come, as the committed steps tell. */
export type StepState = { kind: 'settled'; port: string } | { kind: 'failed' } | { kind: 'waiting' } | { kind: 'running' };

export interface WalkView {
  /** The walk, advanced over everything that is settled. */
  walk: Walk;
  /** Ready and without a step: to be run now. */
  toRun: string[];
  waiting: string[];
  running: string[];
  dead: string[];
  /** Failed steps that no `error` port takes: they fail the session. */
  failed: string[];
  finished: boolean;
}

/**
 * Where a session stands, from its plan and the steps it has: what a resumed attempt goes on with. A failed step whose
 * `error` port is connected counts as settled by that port. Steps of components that cannot have run are ignored.
 */
export function resumeWalk(plan: WalkPlan, steps: ReadonlyMap<string, StepState>): WalkView {
  const walk = beginWalk(plan);
  const view: WalkView = { walk, toRun: [], waiting: [], running: [], dead: [], failed: [], finished: false };
  const open = walk.ready();
  for (let componentId = open.shift(); componentId !== undefined; componentId = open.shift()) {
    const step = steps.get(componentId);
    const port = step?.kind === 'settled' ? step.port : step?.kind === 'failed' && takesError(plan, componentId) ? 'error' : null;
    if (port !== null) open.push(...walk.settle(componentId, port));
    else if (step?.kind === 'waiting') view.waiting.push(componentId);
    else if (step?.kind === 'running') view.running.push(componentId);
    else if (step?.kind === 'failed') view.failed.push(componentId);
    else view.toRun.push(componentId);
  }
  view.dead = plan.componentIds.filter((componentId) => walk.stateOf(componentId) === 'dead');
  view.finished = walk.finished;
  return view;
}
