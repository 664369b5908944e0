import type { Socket } from 'node:net';

/**
 * Stops the reading of a connection. A `resume` that was requested earlier in this turn of the event loop takes effect
 * after `pause`, so a caller that must be certain calls this again in the next turn.
 */
export function pauseConnection(socket: Socket): void {
  socket.pause();
  // Node.js stops reading when this event occurs. `pause` emits none if the connection counts as paused already,
  // although the earlier `resume` has begun to read it again.
  socket.emit('pause');
}
