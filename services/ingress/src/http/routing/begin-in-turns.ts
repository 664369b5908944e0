import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../errors/api-error.ts';
import { clientNetwork } from '../addresses/client-address.ts';
import { QueueByOwner } from '../bodies/queue-by-owner.ts';

/** The number of requests that begin in one turn of the event loop. */
const BEGIN_AT_ONCE = 2;

/** Maximum number of requests of one network that wait for their turn. */
export const MAX_WAITING_OF_NETWORK = 1_000;

/** Created once, because a stack trace for each would take much of the time of refused requests. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1', Connection: 'close' } });

/**
 * Returns a middleware that lets a few requests begin in each turn of the event loop. If hundreds arrive together, the
 * others begin in later turns. Runs and deliveries do not use this middleware, and are read in between. The networks
 * of clients take turns, so that none waits for all requests of another.
 */
export function beginInTurns(): (request: Request, response: Response, next: NextFunction) => void {
  const waiting = new QueueByOwner<NextFunction>();
  let remaining = BEGIN_AT_ONCE;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginNext);
  }

  function beginNext(): void {
    isScheduled = false;
    remaining = BEGIN_AT_ONCE;
    while (remaining > 0) {
      const next = waiting.next();
      if (next === undefined) return;
      begin(next);
    }
  }

  function begin(next: NextFunction): void {
    schedule();
    remaining -= 1;
    next();
  }

  return (request, _response, next) => {
    if (remaining > 0) return begin(next);
    const network = clientNetwork(request);
    if (waiting.countOf(network) >= MAX_WAITING_OF_NETWORK) return next(FULL);
    // Otherwise it would begin as a turn of the request that scheduled the turn.
    waiting.add(network, AsyncLocalStorage.bind(next));
  };
}
