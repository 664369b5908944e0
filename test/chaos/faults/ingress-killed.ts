import { runRequest } from '../../load/lab-requests.ts';
import { injectRepeatedly } from '../inject-repeatedly.ts';
import { labFault } from '../lab-fault.ts';
import { postDuring } from '../post-runs.ts';

/** The only ingress is killed while it accepts: every session that it answered with 2xx finishes once. */
export const ingressKilled = labFault({
  name: 'ingress killed',
  short: true,
  share: 0.25,
  inject: async ({ size, startLab }) => {
    const lab = await startLab({ backend: 'redis' });
    const request = await runRequest(lab);
    const ingress = lab.ingresses[0]!;
    // It accepts requests before each kill and after the last one, however long it takes to start.
    const kill = async (): Promise<void> => {
      await ingress.untilReady();
      await ingress.kill();
    };
    let kills = 0;
    const posted = await postDuring({ requests: [request], ratePerSecond: size.of(500, 400) }, async () => {
      kills = await injectRepeatedly(size.of(10, 2), size.of(3_000, 1_500), kill, () => true);
      await ingress.untilReady();
    });
    return {
      accepted: posted.accepted,
      withinSeconds: 60,
      bars: [
        {
          text: `${kills} kills, answers ${JSON.stringify(posted.statuses)}`,
          met: kills === size.of(10, 2) && !('500' in posted.statuses),
        },
      ],
    };
  },
});
