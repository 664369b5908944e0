import { stillLoop } from './still-loop.ts';
import { addStillLoop } from './test-file-loops.ts';
import { watchTurns } from './watch-turns.ts';

/**
 * Watches the event loop of a service in the process of the test file, from its start until it is stopped. Computations
 * of the test itself count as well, because they run on the same event loop.
 */
export function watchSharedLoop(service: string): { stop(): void } {
  return watchTurns((turn) => addStillLoop(stillLoop(`${service}, which it shares with the test`, turn)));
}
