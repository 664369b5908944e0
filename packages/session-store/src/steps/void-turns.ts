/** The turn of an agent from which on its conversation is repeated. */
export interface AgainFromTurn {
  componentId: string;
  turn: number;
}

/** It separates the component from the turn in a key of `results_from`. */
export const TURN_SEPARATOR = '#';

/** Returns the key of `results_from` whose value is the run from which on a turn and later ones count. */
export function turnKey({ componentId, turn }: AgainFromTurn): string {
  return `${componentId}${TURN_SEPARATOR}${turn}`;
}

/** Turns from `turn` on count only in runs from `run` on. */
export interface VoidTurns {
  turn: number;
  run: number;
}

/** Returns the turns of a component that are void, from `results_from` of its session. */
export function voidTurnsOf(resultsFrom: Readonly<Record<string, number>>, componentId: string): VoidTurns[] {
  const beginning = `${componentId}${TURN_SEPARATOR}`;
  return Object.entries(resultsFrom).flatMap(([key, run]) =>
    key.startsWith(beginning) ? [{ turn: Number(key.slice(beginning.length)), run }] : [],
  );
}
