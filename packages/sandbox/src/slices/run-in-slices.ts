/**
 * The length of a time slice in milliseconds. Work that grows with the size of a request shares the event loop with
 * everything else in the process. It stops after a time slice, and continues after the event loop has served sockets
 * and timers.
 */
const SLICE_MS = 10;

/** Calls back in a later turn of the event loop. Browsers have no `setImmediate`. */
const soon: (callback: () => void) => void =
  (globalThis as { setImmediate?: (callback: () => void) => void }).setImmediate ??
  ((callback) => setTimeout(callback, 0));

let sliceBeganAt: number | null = null;
const waiting: (() => void)[] = [];

/** Returns true while the present time slice is not used up. */
export function hasTimeLeft(): boolean {
  if (sliceBeganAt === null) {
    sliceBeganAt = performance.now();
    soon(endSlice);
    return true;
  }
  return performance.now() - sliceBeganAt < SLICE_MS;
}

/**
 * Resolves in a later time slice. One caller continues in each slice, so that many together do not block the event loop
 * for longer.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) soon(continueOne);
  });
}

function endSlice(): void {
  sliceBeganAt = null;
}

function continueOne(): void {
  sliceBeganAt = null;
  hasTimeLeft();
  waiting.shift()?.();
  if (waiting.length > 0) soon(continueOne);
}

/** Runs steps in time slices. The result is available immediately if the steps end within the present slice. */
export function runInSlices<Result>(steps: Generator<void, Result>): Result | Promise<Result> {
  do {
    const { done, value } = steps.next();
    if (done === true) return value;
  } while (hasTimeLeft());
  return continueLater(steps);
}

async function continueLater<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextSlice();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (hasTimeLeft());
  }
}
