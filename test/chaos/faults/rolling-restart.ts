import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { onlyAccepted } from '../bars.ts';
import { postDuring, sumOfStatuses, type PostedRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const EXIT_WITHIN_MS = 20_000;

/**
 * Two ingresses and three executors are stopped with SIGTERM and started again, one after the other. The client uses
 * the ingress that is ready, as a load balancer with readiness checks does, and obeys `Connection: close`.
 */
export const rollingRestart = labFault({
  name: 'rolling restart',
  short: false,
  share: 0.25,
  inject: async ({ size, startLab, own }) => {
    const recorder = own(new StepRecorder(200));
    const executors = size.of(3, 2);
    const lab = await startLab({ backend: 'redis', ingresses: 2, executors });
    const first = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
    const requests = lab.ingressPorts.map((port) => ({ ...first, port }));
    const exits: { tookMs: number; code: number | null }[] = [];
    const posted: PostedRuns[] = [];
    for (const [index, ingress] of lab.ingresses.entries()) {
      const restarting = { requests: [requests[index]!], ratePerSecond: 100 };
      const other = { requests: [requests[1 - index]!], ratePerSecond: 100 };
      const ofOther = await postDuring(other, async () => {
        const stopping = Promise.withResolvers<Awaited<ReturnType<typeof ingress.stop>>>();
        // Both get load until the balancer notices that the first one is not ready. Its open requests are completed.
        const ofRestarting = await postDuring(restarting, async () => {
          await pause(1_000);
          stopping.resolve(ingress.stop());
          await pause(500);
        });
        posted.push(ofRestarting);
        exits.push(await stopping.promise);
        ingress.start();
        await ingress.untilReady();
      });
      posted.push(ofOther);
    }
    const whileExecutorsRestart = await postDuring({ requests, ratePerSecond: 100 }, async () => {
      for (const executor of lab.executors) {
        exits.push(await executor.stop());
        executor.start();
        await executor.untilReady();
      }
    });
    posted.push(whileExecutorsRestart);
    const spent = await lab.withDatabase(async (database) => {
      const { rows } = await database.query<{ crashes: string; tries: string }>(
        `SELECT (SELECT coalesce(sum(crashes), 0) FROM sessions) AS crashes,
          (SELECT count(*) FROM steps WHERE attempt > 1) AS tries`,
      );
      return rows[0]!;
    });
    const slowestMs = Math.max(...exits.map((exit) => exit.tookMs));
    return {
      accepted: posted.flatMap(({ accepted }) => accepted),
      withinSeconds: 60,
      bars: [
        onlyAccepted({ statuses: sumOfStatuses(posted) }),
        {
          text: `exit codes ${exits.map((exit) => exit.code).join(' ')}`,
          met: exits.every((exit) => exit.code === 0),
        },
        { text: `slowest exit ${Math.round(slowestMs)} ms`, met: slowestMs <= EXIT_WITHIN_MS },
        {
          text: `${spent.crashes} crashes counted, ${spent.tries} second tries of a step`,
          met: Number(spent.crashes) + Number(spent.tries) === 0,
        },
        recorder.noneRepeated,
      ],
    };
  },
});
