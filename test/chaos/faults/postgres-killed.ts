import { setTimeout as pause } from 'node:timers/promises';
import { runRequest } from '../../lab/lab-requests.ts';
import { Lab } from '../../lab/lab.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const ANSWER_WITHIN_MS = 5_000;

/** PostgreSQL is killed and comes back on its data: requests meanwhile get the 500 body in time, nothing accepted is lost. */
export const postgresKilled: Fault = {
  name: 'PostgreSQL killed',
  short: true,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', executors: 2, prepareDatabase: watchInvariants });
    try {
      const request = await runRequest(lab);
      let over = false;
      const posts = postRuns({ requests: [request], total: 60_000, ratePerSecond: size.of(300, 100), until: () => over });
      for (let times = 0; times < size.of(3, 1); times += 1) {
        await pause(2_000);
        await lab.postgres.kill();
        await pause(size.of(6_000, 2_000));
        await lab.postgres.start();
      }
      await pause(3_000);
      over = true;
      const posted = await posts;
      const others = Object.keys(posted.statuses).filter((status) => status !== '200' && status !== '500' && status !== '429');
      return await judge(lab, {
        name: 'PostgreSQL killed',
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: [
          { text: `answers ${JSON.stringify(posted.statuses)}`, held: others.length === 0 },
          { text: `slowest answer ${Math.round(posted.slowestMs)} ms`, held: posted.slowestMs <= ANSWER_WITHIN_MS },
        ],
      });
    } finally {
      await lab.stop();
    }
  },
};
