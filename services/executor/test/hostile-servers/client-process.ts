/**
 * A test runs this file as a process. It uses servers of the test as steps do, with an executor's handlers of errors,
 * and reports how each use ended.
 */
import { createLogger, runService } from '@workflow/service-runtime';
import { CLIENTS, closeClients } from './clients.ts';

interface Wanted {
  id: number;
  conversation: string;
  port: number;
  limitMs: number;
}

async function verdictOf({ conversation, port, limitMs }: Wanted): Promise<string> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    await CLIENTS[conversation]!(port, signal);
    return 'succeeded';
  } catch (error) {
    const { name, code, stack } = error as { name: string; code?: string; stack?: string };
    if (error === signal.reason) return 'STEP_TIMEOUT';
    return name === 'StepFailure' ? String(code) : `INTERNAL_ERROR ${stack}`;
  }
}

runService({
  name: 'clients',
  logger: createLogger({ service: 'executor', level: 'fatal', pretty: false }),
  start: async () => {
    process.on('message', (wanted: Wanted) => {
      void verdictOf(wanted).then((verdict) => process.send?.({ id: wanted.id, verdict }));
    });
    process.send?.('ready');
  },
  quiet: () => undefined,
  stop: closeClients,
  deadlineMs: 1_000,
});
