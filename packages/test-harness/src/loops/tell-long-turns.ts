// Loaded before a service that a test starts. Once the test's process says that the service is ready, and so long as
// that is there, it is told of each long turn of the service's event loop.
import { isMainThread } from 'node:worker_threads';
import { watchTurns, type LongTurn } from './watch-turns.ts';

/** What the service's process sends: that it is watched from now on, and each long turn. */
export type LoopMessage = 'watched' | { longTurn: LongTurn };

function send(message: LoopMessage): void {
  // The test's process may be gone.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

if (isMainThread && process.send !== undefined)
  process.once('message', () => {
    watchTurns((longTurn) => send({ longTurn }));
    send('watched');
  });
