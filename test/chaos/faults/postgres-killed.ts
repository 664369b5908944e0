import { setTimeout as pause } from 'node:timers/promises';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { answerBars } from '../bars.ts';
import { postDuring } from '../post-runs.ts';

/**
 * PostgreSQL is killed and restarted: requests during that time get the 500 body within the time limit, and no accepted
 * session is lost.
 */
export const postgresKilled = labFault({
  name: 'PostgreSQL killed',
  short: true,
  share: 0.25,
  inject: async ({ size, startLab }) => {
    const lab = await startLab({ backend: 'redis', executors: 2 });
    const request = await runRequest(lab);
    const posted = await postDuring({ requests: [request], ratePerSecond: size.of(300, 100) }, async () => {
      for (let times = 0; times < size.of(3, 1); times += 1) {
        await pause(2_000);
        await lab.postgres.kill();
        await pause(size.of(6_000, 2_000));
        await lab.postgres.start();
      }
      await pause(3_000);
    });
    return {
      accepted: posted.accepted,
      withinSeconds: 60,
      bars: answerBars(posted, size),
    };
  },
});
