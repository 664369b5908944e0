import { setMaxListeners } from 'node:events';
import type { PollLimits } from '@workflow/component-kit/run';
import type { Logger } from '@workflow/service-runtime';
import type { ClaimedPoll, Polls } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import { poll, type PollTools } from './poll.ts';

const IDLE_MS = 500;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 5_000;
/** After the time limit of a poll. What an executor has not ended by then is polled by another one. */
const CLAIMED_BEYOND_MS = 30_000;
/** At the same time, on one executor. */
const MAX_UNDER_WAY = 8;

export interface PollParts {
  polls: Pick<Polls, 'claim' | 'end' | 'fail'>;
  tools: PollTools;
  limits: Omit<PollLimits, 'maxOutputBytes'>;
  metrics: Pick<ExecutorMetrics, 'polls'>;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Polls what is due. Every executor does; each poll is done by one at a time. */
export function runPolls({ polls, tools, limits, metrics, logger, onStoreFailure }: PollParts): Repetition {
  const failures = new LoopFailures({
    message: 'polling failed and is retried',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Set<Promise<void>>();

  /** One that a shutdown interrupts is not recorded: another executor polls it when the claim runs out. */
  async function run(claimed: ClaimedPoll): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(limits.timeoutMs)]);
    const outcome = await poll(claimed, tools, limits, signal);
    if (stopping.signal.aborted && outcome.kind === 'failed') return;
    const { type } = claimed;
    if (outcome.kind === 'failed') {
      await polls.fail(claimed, outcome.message, outcome.nextInMs);
      metrics.polls.inc({ type, result: 'failed' });
      return;
    }
    const isWritten = await polls.end(claimed, outcome);
    metrics.polls.inc({ type, result: isWritten ? 'ok' : 'lost' });
  }

  async function round(): Promise<number> {
    const most = MAX_UNDER_WAY - underWay.size;
    const claimed = most > 0 ? await polls.claim({ most, forMs: limits.timeoutMs + CLAIMED_BEYOND_MS }) : [];
    failures.reset();
    for (const each of claimed) {
      const running = run(each)
        .catch((error: unknown) => void failures.failed(error))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
    return claimed.length > 0 ? 0 : IDLE_MS;
  }

  const loop = repeat(round, (error) => failures.failed(error));
  return {
    stop: async () => {
      stopping.abort(new Error('the executor that polled was stopped'));
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
