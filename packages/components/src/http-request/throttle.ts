import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import {
  isStorableText,
  MAX_RETRY_AFTER_MS,
  readRetryAfterMs,
  StepFailure,
  type HttpAnswer,
  type Rate,
  type StepContext,
  type StepResult,
} from '@workflow/component-kit/run';

/** A wait of this length or more does not use a slot of the executor. */
const LONG_WAIT_MS = 1_000;
const MAX_KEY_LENGTH = 255;
/** Statuses whose `Retry-After` blocks a key. */
const BLOCKING = new Set([429, 503]);

/** The rates of the throttles that a call must wait for. */
type ThrottledKeys = ReadonlyMap<string, Rate>;

/** Returns the keys of a component's calls with their rates. If a key has several rates, the lowest one counts. */
export async function throttledKeys(
  { throttles }: StepContext,
  own: (Rate & { key?: string }) | undefined,
  { hostname }: URL,
): Promise<ThrottledKeys> {
  const keys = new Map<string, Rate>();
  const ofHost = await throttles.rateOf(hostname);
  const hostKey = `host ${hostname}`;
  if (ofHost !== null) keys.set(hostKey, ofHost);
  if (own === undefined) return keys;
  const { key, perSecond, burst } = own;
  const ownKey = key === undefined ? hostKey : `key ${checkedKey(key)}`;
  if (ownKey !== hostKey || ofHost === null || perSecond < ofHost.perSecond) keys.set(ownKey, { perSecond, burst });
  return keys;
}

function checkedKey(key: string): string {
  if (key.length <= MAX_KEY_LENGTH && isStorableText(key)) return key;
  throw new StepFailure('CONFIG_INVALID', `throttle.key must be a string of at most ${MAX_KEY_LENGTH} characters`);
}

/** Waits for the turn of a call. Returns null if it may begin, or the time until which the session waits. */
export async function awaitTurn(context: StepContext, keys: ThrottledKeys): Promise<StepResult<never> | null> {
  let waitMs = 0;
  let throttledBy = '';
  for (const [key, rate] of keys) {
    // After the session has waited for its turn, it takes another one only if the server has asked for more time since.
    const isBlocked = context.hasTurn && (await context.throttles.blockedMs(key)) > 0;
    if (context.hasTurn && !isBlocked) continue;
    const turnMs = await context.throttles.take(key, rate);
    if (turnMs < waitMs) continue;
    waitMs = turnMs;
    throttledBy = key;
  }
  if (waitMs >= LONG_WAIT_MS) return { kind: 'waiting', until: new Date(context.now() + waitMs), throttledBy };
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: context.signal });
  return null;
}

/** Blocks the keys for all sessions of the organization if the response requests it. */
export async function blockAsAsked(context: StepContext, keys: ThrottledKeys, answer: HttpAnswer): Promise<void> {
  if (keys.size === 0) return;
  const retryAfterMs = BLOCKING.has(answer.status) ? readRetryAfterMs(answer.headers, context.now()) : 0;
  const forMs = Math.min(MAX_RETRY_AFTER_MS, Math.max(retryAfterMs, readRateLimitMs(answer.headers)));
  if (forMs > 0) await Promise.all([...keys.keys()].map((key) => context.throttles.block(key, forMs)));
}

/**
 * Returns the milliseconds until a used-up limit in `RateLimit` resets: `"default";r=0;t=4` of the IETF draft, or
 * `remaining=0, reset=4` of its earlier form. Returns 0 if the limit is not used up, or without the header.
 */
export function readRateLimitMs(headers: IncomingHttpHeaders): number {
  const header = headers['ratelimit'];
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  const earlier = /\bremaining\s*=\s*0+\b(?!\.)/.test(text) ? secondsOf(/\breset\s*=\s*(\d+)/, text) : 0;
  const items = text
    .split(',')
    .map((item) => (/;\s*r=0+\s*(?:;|$)/.test(item.trim()) ? secondsOf(/;\s*t=(\d+)/, item) : 0));
  return 1_000 * Math.max(earlier, ...items);
}

function secondsOf(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
