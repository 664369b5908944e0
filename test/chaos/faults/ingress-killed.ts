import { Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { strike } from '../blows.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

/** The only ingress is killed while it accepts: every session that it answered with 2xx finishes once. */
export const ingressKilled: Fault = {
  name: 'ingress killed',
  short: true,
  share: 0.25,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', prepareDatabase: watchInvariants });
    try {
      const request = await runRequest(lab);
      const ingress = lab.ingresses[0]!;
      let over = false;
      const posts = postRuns({
        requests: [request],
        total: Infinity,
        ratePerSecond: size.of(500, 400),
        until: () => over,
      });
      // It accepts requests before each kill and after the last one, however long it takes to start.
      const kill = async (): Promise<void> => {
        await ingress.untilReady();
        await ingress.kill();
      };
      const kills = await strike(size.of(10, 2), size.of(3_000, 1_500), kill, () => true);
      await ingress.untilReady();
      over = true;
      const posted = await posts;
      return await judge(lab, {
        name: 'ingress killed',
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: [
          {
            text: `${kills} kills, answers ${JSON.stringify(posted.statuses)}`,
            met: kills === size.of(10, 2) && !('500' in posted.statuses),
          },
        ],
      });
    } finally {
      await lab.stop();
    }
  },
};
