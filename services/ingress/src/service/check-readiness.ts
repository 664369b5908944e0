import type { HealthReport } from '@workflow/service-runtime';
import type { AppContext } from '../context.ts';

const CHECK_MS = 2_000;

/**
 * Reports whether runs are accepted, which needs only PostgreSQL. Without the queue they wait in PostgreSQL, so an
 * outage of the queue is only reported. A queue that answers but cannot be used is a configuration error, and runs
 * would wait forever.
 */
export async function checkReadiness(context: AppContext): Promise<HealthReport> {
  const [postgres, queue] = await Promise.all([answers(context.store.ping()), answers(context.queue.producer.ping())]);
  const problem = context.queue.producer.problem();
  const ok = postgres && problem === null && !context.draining;
  return {
    ok,
    checks: {
      postgres: postgres ? 'reachable' : (context.store.problem() ?? 'not reachable'),
      queue: problem ?? word(queue),
      ...(context.draining && { shutdown: 'under way' }),
    },
  };
}

async function answers(answer: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, false);
  });
  const answered = await Promise.race([
    answer.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  clearTimeout(timer);
  return answered;
}

function word(answered: boolean): string {
  return answered ? 'reachable' : 'not reachable';
}
