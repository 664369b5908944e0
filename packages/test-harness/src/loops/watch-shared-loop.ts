import { stillLoop } from './still-loop.ts';
import { addStillLoop } from './test-file-loops.ts';
import { watchTurns } from './watch-turns.ts';

/**
 * Watches the event loop of a service that runs in the process of the test file, from when it has started until it is
 * stopped. What the test computes itself is part of its turns: nothing tells the two apart.
 */
export function watchSharedLoop(service: string): { stop(): void } {
  return watchTurns((turn) => addStillLoop(stillLoop(`${service}, which it shares with the test`, turn)));
}
