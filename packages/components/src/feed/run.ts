import { definePoller, readRetryAfterMs, StepFailure, MAX_POLLED } from '@workflow/component-kit/run';
import type { HttpAnswer, Json } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { decodeFeed } from './decode-feed.ts';
import type { FeedEntry } from './feed-entry.ts';
import { newEntries, readPosition } from './new-entries.ts';

const PARSE_MS = 10_000;
const MIN_RESULT_BYTES = 8_388_608;
/** The growth of a feed during parsing: characters are escaped in JSON, and URLs become absolute. */
const RESULT_GROWTH = 3;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';

export const runner = definePoller(descriptor, async ({ config, position, http, runDataJob }) => {
  const known = readPosition(position);
  const answer = await http.send({ method: 'GET', url: new URL(config.url), headers: askFor(known), body: null });
  if (answer.status === 304 && known !== null) return { items: [], position: { ...known }, hasMore: false };
  if (answer.status !== 200) throw refused(answer, Date.now());
  const text = decodeFeed(answer);
  const limits = { timeoutMs: PARSE_MS, maxResultBytes: Math.max(MIN_RESULT_BYTES, text.length * RESULT_GROWTH) };
  const parsed = await runDataJob({ text, url: answer.url?.href ?? config.url }, limits);
  const entries = parsed as unknown as FeedEntry[];
  const { items, seen, hasMore } = newEntries(entries, known, config.startWith, MAX_POLLED);
  // While entries remain, a response of 304 would hide them.
  const stamps: Record<string, Json> = hasMore ? {} : stampsOf(answer);
  return { items: items.map((entry) => ({ ...entry })), position: { ...stamps, seen }, hasMore };
});

function refused({ status, headers }: HttpAnswer, nowMs: number): StepFailure {
  const retryAfterMs = readRetryAfterMs(headers, nowMs);
  return new StepFailure('HTTP_STATUS', `The feed server answered ${status}`, { retryAfterMs });
}

/** Returns the headers with which the server sends the feed only if it changed (RFC 9110 §13.1). */
function askFor(known: ReturnType<typeof readPosition>): Record<string, string> {
  return {
    accept: ACCEPT,
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

function stampsOf({ headers }: HttpAnswer): Record<string, Json> {
  const [etag, lastModified] = [headers['etag'], headers['last-modified']];
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}
