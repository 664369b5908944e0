import { runAs, type Logger, type TurnOwner } from '@workflow/service-runtime';
import type { ClaimedDelivery, Events } from '@workflow/session-store';
import type { HttpClient } from '@workflow/outbound';
import type { WorkLook } from '../retry/work-look.ts';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import { addApprovalUrl, type ApprovalUrls } from './add-approval-url.ts';
import { DeliveriesUnderWay } from './deliveries-under-way.ts';
import { deliverEvent } from './deliver-event.ts';

const IDLE_MS = 500;
const BUSY_MS = 50;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 5_000;
/**
 * The duration of a claim, which is longer than an attempt. Afterwards another executor may repeat a delivery without a
 * recorded result.
 */
const CLAIMED_FOR_MS = 25_000;

export interface EventParts {
  events: Events;
  work: WorkLook;
  http: HttpClient;
  approvalUrls: ApprovalUrls;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/**
 * Converts ends of sessions and waiting approvals to deliveries, and sends due deliveries, in two separate loops. Every
 * executor runs both.
 */
export function runEvents(parts: EventParts): Repetition {
  const { events, work, logger, onStoreFailure } = parts;
  const underWay = new DeliveriesUnderWay();
  const stopping = new AbortController();
  const failuresOf = (message: string) =>
    new LoopFailures({ message, baseMs: BASE_BACK_OFF_MS, maxMs: MAX_BACK_OFF_MS, logger, onStoreFailure });
  const spreading = failuresOf('Could not create deliveries of events; trying again');
  const delivering = failuresOf('Could not deliver events; trying again');

  async function spread(): Promise<number> {
    const pause = await work.delayBefore('ends', 'reminders');
    const handled = pause === null ? await events.spread() : 0;
    spreading.reset();
    return handled > 0 ? BUSY_MS : (pause ?? IDLE_MS);
  }

  async function claim(): Promise<number> {
    const pause = await work.delayBefore('hooks');
    const room = pause === null ? underWay.room() : null;
    const claimed = room === null ? [] : await events.claim({ ...room, forMs: CLAIMED_FOR_MS });
    for (const delivery of claimed)
      underWay.add(
        delivery,
        runAs(ownerOf(delivery), () => deliver(delivery, parts, stopping.signal)).catch(
          (error: unknown) => void delivering.failed(error),
        ),
      );
    delivering.reset();
    return claimed.length > 0 ? BUSY_MS : (pause ?? IDLE_MS);
  }

  const loops = [
    repeat('events', spread, (error) => spreading.failed(error)),
    repeat('deliveries', claim, (error) => delivering.failed(error)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      await underWay.emptied();
    },
  };
}

function ownerOf({ organizationId }: ClaimedDelivery): TurnOwner {
  return { kind: 'task', name: 'delivery', organizationId };
}

/**
 * Makes one attempt. An attempt that a shutdown aborts is not recorded. Another executor repeats it after the claim
 * expires.
 */
async function deliver(
  delivery: ClaimedDelivery,
  { events, http, logger, approvalUrls }: EventParts,
  stopped: AbortSignal,
): Promise<void> {
  const begunAt = performance.now();
  // Due times use PostgreSQL's clock, whatever the clock of this machine shows.
  const now = (): number => delivery.claimedAt.getTime() + performance.now() - begunAt;
  const stored = await events.readBody(delivery);
  // The hook was deleted.
  if (stored === null) return;
  const { organizationId } = delivery;
  const body = await addApprovalUrl(stored, { organizationId, urlOf: approvalUrls });
  const parts = { http, stopped, now, random: Math.random };
  const { outcome, made: attempt } = await deliverEvent({ ...delivery, body }, parts);
  if (stopped.aborted && outcome.kind !== 'delivered') return;
  await events.recordTry(delivery, outcome, attempt);
  const { id: deliveryId, hookId } = delivery;
  if (outcome.kind === 'gone')
    logger.warn({ hookId, deliveryId }, 'Switched off an event hook because its server answered 410');
  if (outcome.kind === 'failed' && outcome.retryAt === null)
    logger.warn({ hookId, deliveryId, error: attempt.error }, 'Gave up an event after three days of failed deliveries');
}
