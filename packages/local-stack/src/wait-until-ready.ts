import { setTimeout as delay } from 'node:timers/promises';
import { StackError } from './stack-error.ts';
import type { Supervisor } from './supervisor.ts';

const POLL_MS = 50;
const ANSWERS_WITHIN_MS = 2_000;
/** A service that exits this often before it was ready is not started again, because that would not help. */
const MAX_EARLY_ENDS = 2;

/** @throws StackError when the service keeps ending, or is not ready in time */
export async function waitUntilReady(
  url: string,
  name: string,
  service: Supervisor,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await answersOk(url)) return;
    signal.throwIfAborted();
    if (service.restarts > MAX_EARLY_ENDS)
      throw new StackError(`The ${name} does not start.`, 'Read its lines above for the reason.');
    if (performance.now() > deadline)
      throw new StackError(
        `The ${name} was not ready after ${withinMs / 1_000} s.`,
        'Read its lines above for the reason.',
      );
    await delay(POLL_MS);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
