/** The turn of an agent from which on its conversation is repeated. */
export interface AgainFromTurn {
  componentId: string;
  turn: number;
}

const SEPARATOR = '#';

/** Returns the key of `results_from` whose value is the run from which on a turn and later ones count. */
export function turnKey({ componentId, turn }: AgainFromTurn): string {
  return `${componentId}${SEPARATOR}${turn}`;
}

/** Turns from `turn` on count only in runs from `run` on. */
export interface VoidTurns {
  turn: number;
  run: number;
}

/** Returns the turns of a component that are void, from `results_from` of its session. */
export function voidTurnsOf(resultsFrom: Readonly<Record<string, number>>, componentId: string): VoidTurns[] {
  const beginning = `${componentId}${SEPARATOR}`;
  return Object.entries(resultsFrom).flatMap(([key, run]) =>
    key.startsWith(beginning) ? [{ turn: Number(key.slice(beginning.length)), run }] : [],
  );
}
