import type { SessionError, WalkPlan } from '@workflow/workflow-model';

/**
 * `undecided`: some incoming connection is still open. `ready`: it may run or is running. `dead`: it will never run.
 */
type BranchState = 'undecided' | 'ready' | 'passed' | 'dead';

/**
 * The progress of one session through its plan. Beginning at the start component, a component runs when all its
 * incoming connections within the reachable part are decided and at least one was taken. Connections of ports that were
 * not taken are dead. A component with only dead incoming connections is dead, and so are its outgoing connections. A
 * branch that begins at an `error` port carries that error.
 */
export class Branches {
  readonly #plan: WalkPlan;
  readonly #states: BranchState[];
  /** By component number: the incoming connections that are still open, and whether one was taken. */
  readonly #undecided: number[];
  readonly #taken: boolean[];
  readonly #errors = new Map<string, SessionError>();

  /** The start component is ready. */
  constructor(plan: WalkPlan) {
    this.#plan = plan;
    this.#states = plan.componentIds.map(() => 'undecided');
    this.#undecided = plan.incomingCount.slice();
    this.#taken = plan.componentIds.map(() => false);
    this.#states[0] = 'ready';
  }

  /** Returns the components that may run and have not taken a port yet, in the plan's order. */
  ready(): string[] {
    return this.#plan.componentIds.filter((_, number) => this.#states[number] === 'ready');
  }

  /** Returns the state of a component. Components outside of the reachable part are dead. */
  stateOf(componentId: string): BranchState {
    const number = this.#plan.numberOf.get(componentId);
    return number === undefined ? 'dead' : (this.#states[number] as BranchState);
  }

  /** Returns the placeholder `error` of the component's branch. */
  errorOf(componentId: string): SessionError | null {
    return this.#errors.get(componentId) ?? null;
  }

  /** Returns true if nothing follows the component, whatever port it takes. */
  isEnd(componentId: string): boolean {
    return this.#connectionsOf(this.#plan.numberOf.get(componentId)).length === 0;
  }

  /**
   * Records that the component took a port. Returns the components that became ready, in the plan's order.
   *
   * @param error the error that the `error` port passes on
   * @throws RangeError if the component is not ready, because passing it twice would run the following components twice
   */
  pass(componentId: string, port: string, error: SessionError | null = null): string[] {
    const number = this.#plan.numberOf.get(componentId);
    if (number === undefined || this.#states[number] !== 'ready')
      throw new RangeError(`component ${componentId} is not ready`);
    const handedOn = error ?? this.#errors.get(componentId);
    if (handedOn !== undefined) {
      for (const connection of this.#connectionsOf(number))
        if (connection.port === port) this.#errors.set(this.#idOf(connection.to), handedOn);
    }
    this.#states[number] = 'passed';
    const newlyReady = this.#decide(number, port);
    return newlyReady.sort((a, b) => a - b).map((ready) => this.#idOf(ready));
  }

  /**
   * Decides the outgoing connections of a component, and of those that die because of it. Returns the components that
   * became ready.
   */
  #decide(from: number, port: string): number[] {
    const newlyReady: number[] = [];
    const open: { from: number; port: string | null }[] = [{ from, port }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { to, port: connected } of this.#connectionsOf(next.from)) {
        if (connected === next.port) this.#taken[to] = true;
        const left = (this.#undecided[to] ?? 0) - 1;
        this.#undecided[to] = left;
        if (left > 0) continue;
        const isTaken = this.#taken[to] === true;
        this.#states[to] = isTaken ? 'ready' : 'dead';
        if (isTaken) newlyReady.push(to);
        else open.push({ from: to, port: null });
      }
    }
    return newlyReady;
  }

  #connectionsOf(number: number | undefined) {
    return this.#plan.outgoing[number ?? -1] ?? [];
  }

  #idOf(number: number): string {
    return this.#plan.componentIds[number] as string;
  }
}
