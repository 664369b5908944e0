import { setMaxListeners } from 'node:events';
import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { ClaimedPoll, Polls } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';
import { poll, type PollSettings, type PollTools } from './poll.ts';

const IDLE_MS = 500;
/** The pause while polls run. When one ends, another one of its organization may begin. */
const UNDER_WAY_MS = 100;
const BASE_BACK_OFF_MS = 250;
/** Another executor repeats a poll that has not ended this long after its time limit. */
const CLAIMED_BEYOND_MS = 30_000;
/** Maximum number of polls at the same time on one executor. */
const MAX_UNDER_WAY = 8;
/** Maximum number of them of one organization, so that servers which do not answer delay no other organization. */
const MAX_OF_ORGANIZATION = 4;

interface PollParts extends WorkLoopParts {
  polls: Pick<Polls, 'claim' | 'end' | 'fail'>;
  tools: PollTools;
  limits: PollSettings;
  metrics: Pick<ExecutorMetrics, 'polls'>;
}

/** Runs the due polls. Every executor does this, and one executor at a time makes each poll. */
export function runPolls({ polls, tools, limits, metrics, ...parts }: PollParts): Repetition {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Set<Promise<void>>();
  const byOrganization = new Map<string, number>();

  function count({ organizationId }: ClaimedPoll, by: number): void {
    const polled = (byOrganization.get(organizationId) ?? 0) + by;
    if (polled > 0) byOrganization.set(organizationId, polled);
    else byOrganization.delete(organizationId);
  }

  /**
   * Makes a poll and records it. A poll that a shutdown interrupts is not recorded. Another executor makes it after the
   * claim expires.
   */
  async function run(claimed: ClaimedPoll): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(limits.timeoutMs)]);
    const outcome = await poll(claimed, tools, limits, signal);
    if (stopping.signal.aborted && outcome.kind === 'failed') return;
    const { type } = claimed;
    if (outcome.kind === 'failed') {
      await polls.fail(claimed, outcome);
      metrics.polls.inc({ type, result: 'failed' });
      return;
    }
    const isWritten = await polls.end(claimed, outcome);
    metrics.polls.inc({ type, result: isWritten ? 'ok' : 'lost' });
  }

  async function round(): Promise<number> {
    const limit = MAX_UNDER_WAY - underWay.size;
    const forMs = limits.timeoutMs + CLAIMED_BEYOND_MS;
    const share = { runningByOrganization: byOrganization, limitPerOrganization: MAX_OF_ORGANIZATION };
    const claimed = limit > 0 ? await polls.claim({ limit, forMs, ...share }) : [];
    for (const each of claimed) {
      count(each, 1);
      const owner: TurnOwner = { kind: 'task', name: 'poll', organizationId: each.organizationId };
      const running = runAs(owner, () => run(each))
        .catch(loop.failed)
        .finally(() => {
          count(each, -1);
          underWay.delete(running);
        });
      underWay.add(running);
    }
    if (claimed.length > 0) return 0;
    return underWay.size > 0 ? UNDER_WAY_MS : IDLE_MS;
  }

  const message = 'Could not poll; trying again';
  const loop = workLoop(parts, { name: 'polls', kinds: ['polls'], message, baseMs: BASE_BACK_OFF_MS, round });
  return {
    stop: async () => {
      stopping.abort(new Error('the executor that polled was stopped'));
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
