/** A protocol as pure transitions. States are plain JSON. */
export interface Model<State> {
  initial: State;
  /** By name, a function that returns every possible next state. Faults are transitions that nothing may rely on. */
  transitions: Record<string, { isFault?: true; next(state: State): State[] }>;
  /** By name, a function that returns true if the invariant holds in a state. */
  invariants: Record<string, (state: State) => boolean>;
  /** Returns true for a state that must stay reachable from everywhere without further faults. */
  isSettled(state: State): boolean;
}

export interface Exploration {
  states: number;
  /** The first invariant that fails, or `settles`, with the shortest path to it. Null if all hold. */
  violation: { invariant: string; trace: string[] } | null;
}

const MAX_STATES = 1_000_000;

interface Visited<State> {
  state: State;
  /** The index of the state from which it was first reached, and the transition. */
  from: number;
  by: string;
}

/** Visits every reachable state, breadth first, so that a trace is as short as possible. */
export function explore<State>(model: Model<State>): Exploration {
  const visited: Visited<State>[] = [{ state: model.initial, from: -1, by: 'initial' }];
  const indexOf = new Map([[JSON.stringify(model.initial), 0]]);
  /** For each state, the states from which it follows without a fault. */
  const before: number[][] = [[]];
  const invariants = Object.entries(model.invariants);
  const transitions = Object.entries(model.transitions);
  for (let at = 0; at < visited.length; at += 1) {
    if (at > MAX_STATES) throw new Error(`more than ${MAX_STATES} states: a transition repeats without bound`);
    const { state } = visited[at] as Visited<State>;
    const failing = invariants.find(([, holds]) => !holds(state));
    if (failing !== undefined) return found(visited, at, failing[0]);
    for (const [by, { isFault = false, next }] of transitions) {
      for (const following of next(state)) {
        const key = JSON.stringify(following);
        let index = indexOf.get(key);
        if (index === undefined) {
          index = visited.push({ state: following, from: at, by }) - 1;
          indexOf.set(key, index);
          before.push([]);
        }
        if (!isFault) before[index]?.push(at);
      }
    }
  }
  const lost = findUnsettled(model, visited, before);
  return lost === -1 ? { states: visited.length, violation: null } : found(visited, lost, 'settles');
}

/** Returns the first state from which no settled state can be reached; -1: there is none. */
function findUnsettled<State>(model: Model<State>, visited: Visited<State>[], before: number[][]): number {
  const settles = visited.map(({ state }) => model.isSettled(state));
  const open = settles.flatMap((is, index) => (is ? [index] : []));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const earlier of before[index] as number[]) {
      if (settles[earlier] === true) continue;
      settles[earlier] = true;
      open.push(earlier);
    }
  }
  return settles.indexOf(false);
}

function found<State>(visited: Visited<State>[], at: number, invariant: string): Exploration {
  const trace: string[] = [];
  for (let index = at; index > 0; index = (visited[index] as Visited<State>).from)
    trace.unshift((visited[index] as Visited<State>).by);
  return { states: visited.length, violation: { invariant, trace } };
}
