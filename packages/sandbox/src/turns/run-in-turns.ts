/**
 * Work that grows with the size of a request shares the event loop with everything else that the process does. A piece
 * of work stops once its turn has taken this long. It goes on after the event loop has looked at sockets and timers.
 */
const TURN_MS = 10;

/** Web pages have no `setImmediate`. */
const soon: (callback: () => void) => void =
  (globalThis as { setImmediate?: (callback: () => void) => void }).setImmediate ??
  ((callback) => setTimeout(callback, 0));

let turnBeganAt: number | null = null;
const waiting: (() => void)[] = [];

/** Returns true while the present turn of the event loop may go on with work that grows with its input. */
export function hasTurnLeft(): boolean {
  if (turnBeganAt === null) {
    turnBeganAt = performance.now();
    soon(endTurn);
    return true;
  }
  return performance.now() - turnBeganAt < TURN_MS;
}

/**
 * Resolves in a later turn. One waiter continues in each turn, so that many together do not block the loop for longer.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) soon(letOneGoOn);
  });
}

function endTurn(): void {
  turnBeganAt = null;
}

function letOneGoOn(): void {
  turnBeganAt = null;
  hasTurnLeft();
  waiting.shift()?.();
  if (waiting.length > 0) soon(letOneGoOn);
}

/** Runs steps in turns. Their result is available at once when they end within the present turn. */
export function runInTurns<Result>(steps: Generator<void, Result>): Result | Promise<Result> {
  do {
    const { done, value } = steps.next();
    if (done === true) return value;
  } while (hasTurnLeft());
  return goOn(steps);
}

async function goOn<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextTurn();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (hasTurnLeft());
  }
}
