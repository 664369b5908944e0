import { setTimeout as pause } from 'node:timers/promises';
import { Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault } from '../fault.ts';
import { answerBars } from '../answer-bars.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

/**
 * PostgreSQL is killed and restarted: requests during that time get the 500 body within the time limit, and no accepted
 * session is lost.
 */
export const postgresKilled: Fault = {
  name: 'PostgreSQL killed',
  short: true,
  share: 0.25,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', executors: 2, prepareDatabase: watchInvariants });
    try {
      const request = await runRequest(lab);
      let over = false;
      const posts = postRuns({
        requests: [request],
        total: 60_000,
        ratePerSecond: size.of(300, 100),
        until: () => over,
      });
      for (let times = 0; times < size.of(3, 1); times += 1) {
        await pause(2_000);
        await lab.postgres.kill();
        await pause(size.of(6_000, 2_000));
        await lab.postgres.start();
      }
      await pause(3_000);
      over = true;
      const posted = await posts;
      return await judge(lab, {
        name: 'PostgreSQL killed',
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      });
    } finally {
      await lab.stop();
    }
  },
};
