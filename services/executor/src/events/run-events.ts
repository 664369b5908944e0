import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { ClaimedDelivery, Events } from '@workflow/session-store';
import type { HttpClient } from '@workflow/outbound';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';
import { addApprovalUrl, type ApprovalUrls } from './add-approval-url.ts';
import { DeliveriesUnderWay } from './deliveries-under-way.ts';
import { deliverEvent } from './deliver-event.ts';

const IDLE_MS = 500;
const BUSY_MS = 50;
const BASE_BACK_OFF_MS = 250;
/**
 * The duration of a claim, which is longer than an attempt. Afterwards another executor may repeat a delivery without a
 * recorded result.
 */
const CLAIMED_FOR_MS = 25_000;

interface EventParts extends WorkLoopParts {
  events: Events;
  http: HttpClient;
  approvalUrls: ApprovalUrls;
}

/**
 * Converts ends of sessions and waiting approvals to deliveries, and sends due deliveries, in two separate loops. Every
 * executor runs both.
 */
export function runEvents(parts: EventParts): Repetition {
  const { events } = parts;
  const underWay = new DeliveriesUnderWay();
  const stopping = new AbortController();
  const spreading = workLoop(parts, {
    name: 'events',
    kinds: ['ends', 'reminders'],
    message: 'Could not create deliveries of events; trying again',
    baseMs: BASE_BACK_OFF_MS,
    round: async () => ((await events.spread()) > 0 ? BUSY_MS : IDLE_MS),
  });
  const delivering = workLoop(parts, {
    name: 'deliveries',
    kinds: ['hooks'],
    message: 'Could not deliver events; trying again',
    baseMs: BASE_BACK_OFF_MS,
    round: async () => {
      const room = underWay.room();
      const claimed = room === null ? [] : await events.claim({ ...room, forMs: CLAIMED_FOR_MS });
      for (const delivery of claimed)
        underWay.add(
          delivery,
          runAs(ownerOf(delivery), () => deliver(delivery, parts, stopping.signal)).catch(delivering.failed),
        );
      return claimed.length > 0 ? BUSY_MS : IDLE_MS;
    },
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([spreading.stop(), delivering.stop()]);
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
  await events.recordAttempt(delivery, outcome, attempt);
  const { id: deliveryId, hookId } = delivery;
  if (outcome.kind === 'gone')
    logger.warn({ hookId, deliveryId }, 'Switched off an event hook because its server answered 410');
  if (outcome.kind === 'failed' && outcome.retryAt === null)
    logger.warn({ hookId, deliveryId, error: attempt.error }, 'Gave up an event after three days of failed deliveries');
}
