import { setImmediate as nextTurn } from 'node:timers/promises';

// Not by an argument of Node.js: with that, making a logger reads the whole source map, a fifth of the time to start.
process.setSourceMapsEnabled(true);

// As process 1 of a container Node.js ignores signals that have no handler, and importing takes a second or more: until
// the service handles them, SIGTERM and SIGINT end the process at once. Nothing is in hand yet.
const exitAtOnce = (): never => process.exit(0);
process.on('SIGTERM', exitAtOnce);
process.on('SIGINT', exitAtOnce);

const { runExecutor } = await import('./run-executor.ts');
// A signal that came while modules were loaded is delivered between two turns of the event loop.
await nextTurn();
await nextTurn();
await runExecutor(process.env);
process.off('SIGTERM', exitAtOnce);
process.off('SIGINT', exitAtOnce);
