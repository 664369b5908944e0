import type { NextFunction, Request, Response } from 'express';

/** The number of requests that begin in one turn of the event loop. */
const BEGIN_AT_ONCE = 2;

/**
 * Returns a middleware that lets a few requests begin in each turn of the event loop. If hundreds arrive together, the
 * others begin in later turns. Runs and deliveries do not use this middleware, and are read in between.
 */
export function beginInTurns(): (request: Request, response: Response, next: NextFunction) => void {
  const waiting: NextFunction[] = [];
  let remaining = BEGIN_AT_ONCE;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginNext);
  }

  function beginNext(): void {
    isScheduled = false;
    const beginning = waiting.splice(0, BEGIN_AT_ONCE);
    remaining = BEGIN_AT_ONCE - beginning.length;
    if (beginning.length > 0) schedule();
    for (const next of beginning) next();
  }

  return (_request, _response, next) => {
    schedule();
    if (remaining === 0) {
      waiting.push(next);
      return;
    }
    remaining -= 1;
    next();
  };
}
