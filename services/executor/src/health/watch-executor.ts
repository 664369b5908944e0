import type { SessionConsumer } from '@workflow/session-queue';
import type { HealthReport, Logger } from '@workflow/service-runtime';
import type { ActiveSessions } from '../capacity/active-sessions.ts';
import type { PauseReasons } from '../capacity/pause-reasons.ts';
import { guardMemory } from '../capacity/memory-guard.ts';
import { repeat } from '../loops/repeat.ts';
import { ALIVE, assessLiveness, type Liveness } from './liveness.ts';

const LOOK_EVERY_MS = 1_000;
/**
 * The pause between checks before the first answer. A new connection to the queue answers soon, and until then the
 * executor is not ready.
 */
const LOOK_UNTIL_ANSWERED_MS = 50;
/** How often an idle executor asks for the number of waiting jobs. */
const COUNT_EVERY_MS = 5_000;
/** A consumer tries again within this time after the queue refused to hand out a job. */
const REFUSED_FOR_MS = 10_000;

interface WatchParts {
  consumer: SessionConsumer;
  active: ActiveSessions;
  pauses: PauseReasons;
  concurrency: number;
  maxRssBytes: number;
  isDraining: () => boolean;
  /** Without PostgreSQL, an executor keeps the jobs that it took, and takes no others. */
  storeAnswers: () => boolean;
  logger: Logger;
  /** Called when the executor must be replaced. */
  onDead: (reason: string) => void;
}

export type ExecutorWatch = ReturnType<typeof watchExecutor>;

/** Watches the memory, and whether waiting jobs are processed. */
export function watchExecutor(parts: WatchParts) {
  const { consumer, active, pauses } = parts;
  let liveness = ALIVE;
  let waiting: number | null = null;
  let countedAt = -Infinity;
  let queueAnswered = false;

  async function observe(): Promise<number> {
    guardMemory(process.memoryUsage.rss(), parts.maxRssBytes, pauses);
    if (waiting === null || performance.now() - countedAt >= COUNT_EVERY_MS) {
      waiting = await consumer.waiting().catch(() => null);
      queueAnswered ||= waiting !== null;
      countedAt = performance.now();
    }
    const before = liveness.state;
    const refuses = performance.now() - (consumer.lastRefusedAt ?? -Infinity) < REFUSED_FOR_MS;
    liveness = assessLiveness(liveness, {
      now: performance.now(),
      couldTake: !parts.isDraining() && parts.storeAnswers() && !pauses.any && active.size < parts.concurrency,
      waiting: refuses ? null : waiting,
      lastTakenAt: consumer.lastTakenAt,
      starvedByMemory: pauses.has('memory') && active.size === 0,
    });
    if (liveness.state !== before) {
      const fields = {
        state: liveness.state,
        waiting,
        pauses: { memory: pauses.has('memory'), alone: pauses.has('alone') },
      };
      if (liveness.state === 'ok') parts.logger.info(fields, 'Taking jobs again');
      else parts.logger.error(fields, 'Jobs wait, but this executor takes none');
    }
    if (liveness.state === 'dead') parts.onDead('jobs waited for too long and this executor took none');
    return queueAnswered ? LOOK_EVERY_MS : LOOK_UNTIL_ANSWERED_MS;
  }

  const repetition = repeat('watch', observe, () => LOOK_EVERY_MS);
  return {
    get waiting(): number | null {
      return waiting;
    },
    get liveness(): Liveness {
      return liveness;
    },
    ready: (): HealthReport => ({
      // After its first answer, outages of the queue do not make the executor unready. A queue that cannot be used
      // does.
      ok: liveness.state === 'ok' && !parts.isDraining() && queueAnswered && consumer.problem() === null,
      checks: {
        consuming: parts.isDraining() ? 'draining' : liveness.state,
        queue: consumer.problem() ?? (waiting === null ? 'does not answer' : `answers, ${waiting} waiting`),
        running: String(active.size),
      },
    }),
    stop: () => repetition.stop(),
  };
}
