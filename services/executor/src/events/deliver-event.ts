import type { ClaimedDelivery, DeliveryAttempt, AttemptOutcome } from '@workflow/session-store';
import type { HttpClient } from '@workflow/outbound';
import { readHttpUrl } from '@workflow/outbound';
import { nextAttemptAt } from './delivery-policy.ts';
import { signEvent } from './sign-event.ts';

/** The timeout of an attempt. Standard Webhooks advises 15 to 30 s, and the first retry must follow within 30 s. */
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_ERROR_LENGTH = 500;
/** The status by which a receiver unsubscribes. */
const GONE = 410;

interface DeliveryParts {
  http: HttpClient;
  /** Aborts the attempt. */
  stopped: AbortSignal;
  now(): number;
  /** Returns a number that is uniform in [0, 1). */
  random(): number;
}

/** Makes one attempt of a delivery. Never rejects. */
export async function deliverEvent(
  delivery: ClaimedDelivery & { body: string },
  { http, stopped, now, random }: DeliveryParts,
): Promise<{ outcome: AttemptOutcome; made: DeliveryAttempt }> {
  const began = now();
  const answer = await send(delivery, http, stopped, began);
  const ended = now();
  const attempt = { at: new Date(began).toISOString(), durationMs: Math.round(ended - began), ...answer };
  if (answer.error === null) return { outcome: { kind: 'delivered' }, made: attempt };
  if (answer.httpStatus === GONE) return { outcome: { kind: 'gone' }, made: attempt };
  const retryAt = nextAttemptAt(delivery.tries + 1, delivery.since.getTime(), ended, random());
  return { outcome: { kind: 'failed', retryAt }, made: attempt };
}

/**
 * Sends the request. A redirect counts as a failure, because it would send the signed content to a URL that nobody
 * entered.
 */
async function send(
  delivery: ClaimedDelivery & { body: string },
  http: HttpClient,
  stopped: AbortSignal,
  now: number,
): Promise<Pick<DeliveryAttempt, 'httpStatus' | 'error'>> {
  if (delivery.secrets.length === 0)
    return { httpStatus: null, error: 'the secret of the hook cannot be read; rotate it' };
  try {
    const { status } = await http.send(
      {
        method: 'POST',
        url: readHttpUrl(delivery.url),
        headers: { 'content-type': 'application/json', 'user-agent': 'workflow-events', ...signEvent(delivery, now) },
        body: delivery.body,
      },
      AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    );
    return { httpStatus: status, error: status >= 200 && status < 300 ? null : `the answer has the status ${status}` };
  } catch (error) {
    const { name, message } = error as Error;
    const text = name === 'TimeoutError' ? `no answer within ${ANSWER_TIMEOUT_MS / 1_000} s` : message;
    return { httpStatus: null, error: text.slice(0, MAX_ERROR_LENGTH) };
  }
}
