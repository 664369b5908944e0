import { setImmediate as nextSlice } from 'node:timers/promises';
import { boundStartingHeap } from './heap.ts';

/** Starts a service. It returns once the service handles signals. */
type StartService = (env: NodeJS.ProcessEnv) => Promise<void>;

/**
 * Runs the program of a service. This file imports nothing that takes time, so that signals are handled from the
 * beginning. `load` imports the rest.
 */
export async function runMain(load: () => Promise<StartService>, env: NodeJS.ProcessEnv): Promise<void> {
  // This is not an argument of Node.js, because with that, making a logger reads the whole source map, which is a fifth
  // of the time to start.
  process.setSourceMapsEnabled(true);

  // As process 1 of a container, Node.js ignores signals that have no handler, and importing takes a second or more.
  // Until the service handles them, SIGTERM and SIGINT end the process immediately. It has claimed nothing yet.
  const exitAtOnce = (): never => process.exit(0);
  process.on('SIGTERM', exitAtOnce);
  process.on('SIGINT', exitAtOnce);

  boundStartingHeap();
  const start = await load();
  // A signal that arrived while modules were loaded is delivered between two turns of the event loop.
  await nextSlice();
  await nextSlice();
  await start(env);
  process.off('SIGTERM', exitAtOnce);
  process.off('SIGINT', exitAtOnce);
}
