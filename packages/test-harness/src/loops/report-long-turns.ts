// Loaded before a service that a test starts. After the test's process reports that the service is ready, this module
// sends it each long turn of the service's event loop.
import { isMainThread } from 'node:worker_threads';
import { watchTurns, type LongTurn } from './watch-turns.ts';

/** The messages of the service's process: it is watched from now on, or it had a long turn. */
export type LoopMessage = 'watched' | { longTurn: LongTurn };

function send(message: LoopMessage): void {
  // The test's process may have ended.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

if (isMainThread && process.send !== undefined)
  process.once('message', () => {
    watchTurns((longTurn) => send({ longTurn }));
    send('watched');
  });
