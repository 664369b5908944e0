import type { Logger } from '@workflow/service-runtime';
import type { ClaimedDelivery, Events } from '@workflow/session-store';
import type { HttpClient } from '../components/http/http-client.ts';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import { deliverEvent } from './deliver-event.ts';

const IDLE_MS = 500;
const BUSY_MS = 50;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 5_000;
/** Deliveries under way in one executor, and to one hook: a slow address does not delay others. */
const MAX_UNDER_WAY = 32;
const MAX_PER_HOOK = 4;
/** Longer than a try may take; afterwards another executor may try a delivery whose result was not recorded. */
const CLAIMED_FOR_MS = 25_000;

export interface EventParts {
  events: Events;
  http: HttpClient;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Turns ends of sessions into deliveries, and sends deliveries that are due. Every executor runs this. */
export function runEvents(parts: EventParts): Repetition {
  const { events, logger, onStoreFailure } = parts;
  const underWay = new Set<Promise<void>>();
  const perHook = new Map<string, number>();
  const stopping = new AbortController();
  const failures = new LoopFailures({
    message: 'event deliveries failed and are retried',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });

  function begin(delivery: ClaimedDelivery): void {
    const { hookId } = delivery;
    perHook.set(hookId, (perHook.get(hookId) ?? 0) + 1);
    const sending = deliver(delivery, parts, stopping.signal)
      .catch((error: unknown) => failures.failed(error))
      .then(() => {
        underWay.delete(sending);
        const left = (perHook.get(hookId) ?? 1) - 1;
        if (left === 0) perHook.delete(hookId);
        else perHook.set(hookId, left);
      });
    underWay.add(sending);
  }

  async function round(): Promise<number> {
    const spread = await events.spread();
    const limit = MAX_UNDER_WAY - underWay.size;
    const busyHooks = [...perHook].filter(([, count]) => count >= MAX_PER_HOOK).map(([hookId]) => hookId);
    const claimed =
      limit === 0 ? [] : await events.claim({ limit, perHook: MAX_PER_HOOK, busyHooks, forMs: CLAIMED_FOR_MS });
    for (const delivery of claimed) begin(delivery);
    failures.reset();
    return spread > 0 || claimed.length > 0 ? BUSY_MS : IDLE_MS;
  }

  const repetition = repeat(round, (error) => failures.failed(error));
  return {
    stop: async () => {
      stopping.abort();
      await repetition.stop();
      await Promise.all(underWay);
    },
  };
}

/** A try that a shutdown aborted is not recorded: another executor makes it when the claim runs out. */
async function deliver(
  delivery: ClaimedDelivery,
  { events, http, logger }: EventParts,
  stopped: AbortSignal,
): Promise<void> {
  const { outcome, made } = await deliverEvent(delivery, { http, stopped, now: Date.now, random: Math.random });
  if (stopped.aborted && outcome.kind !== 'delivered') return;
  await events.recordTry(delivery, outcome, made);
  const { id: deliveryId, hookId } = delivery;
  if (outcome.kind === 'gone')
    logger.warn({ hookId, deliveryId }, 'an event hook was switched off by an answer of 410');
  if (outcome.kind === 'failed' && outcome.retryAt === null)
    logger.warn({ hookId, deliveryId, error: made.error }, 'an event could not be delivered for three days');
}
