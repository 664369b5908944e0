import { Worker } from 'node:worker_threads';
import { StepFailure } from '@workflow/component-kit/run';
import type { FeedEntry } from './feed-entry.ts';

/** A feed as its server sent it. */
export interface FeedText {
  text: string;
  /** The URL that it was read from. */
  url: URL;
}

const MAX_PARSE_MS = 10_000;
/** The heap limit of the parser thread. A feed has at most HTTP_MAX_RESPONSE_BYTES. */
const MAX_HEAP_MB = 192;

/**
 * Parses the entries of an RSS, Atom or JSON feed, in its order. It runs in a separate thread, which is stopped if it
 * needs too much time or memory.
 * @throws StepFailure CONFIG_INVALID if the text is not a feed; rejects with the signal's reason
 */
export async function parseFeed({ text, url }: FeedText, signal: AbortSignal): Promise<FeedEntry[]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(import.meta.resolve('./parse-feed-worker.ts')), {
    workerData: { text, url: url.href },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timeUp = AbortSignal.timeout(MAX_PARSE_MS);
  const ended = Promise.withResolvers<FeedEntry[]>();
  const onTimeUp = () => ended.reject(new StepFailure('STEP_TIMEOUT', 'Reading the feed took too long'));
  const onAbort = () => ended.reject(signal.reason);
  timeUp.addEventListener('abort', onTimeUp, { once: true });
  signal.addEventListener('abort', onAbort, { once: true });
  worker.once('message', (answer: { entries: FeedEntry[] } | { reason: string }) =>
    'entries' in answer
      ? ended.resolve(answer.entries)
      : ended.reject(new StepFailure('CONFIG_INVALID', `The URL is not a feed: ${answer.reason}`)),
  );
  worker.once('error', () =>
    ended.reject(new StepFailure('OUTPUT_TOO_LARGE', 'Reading the feed needs too much memory')),
  );
  worker.once('exit', () => ended.reject(new StepFailure('CONFIG_INVALID', 'The feed could not be read')));
  try {
    return await ended.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    timeUp.removeEventListener('abort', onTimeUp);
    await worker.terminate();
  }
}
