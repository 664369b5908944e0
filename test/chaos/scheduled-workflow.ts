import { randomUUID } from 'node:crypto';

export const EVERY_SECONDS = 10;

/** Returns a workflow whose due times all start, one after another, even if late. */
export function scheduledWorkflow() {
  const [start, output] = [randomUUID(), randomUUID()];
  const config = { everySeconds: EVERY_SECONDS, onOverlap: 'queue', catchUp: 'all' };
  return {
    components: [
      { id: start, type: 'schedule', output: 'scheduledFor', config },
      { id: output, type: 'output', config: { value: '{{ scheduledFor }}' } },
    ],
    connections: [{ from: start, port: 'next', to: output }],
  };
}
