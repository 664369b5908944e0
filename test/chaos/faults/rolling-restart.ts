import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const EXIT_WITHIN_MS = 20_000;

/**
 * Two ingresses and three executors are stopped with SIGTERM and started again, one after the other. The client uses
 * the ingress that is ready, as a load balancer with readiness checks does, and obeys `Connection: close`.
 */
export const rollingRestart: Fault = {
  name: 'rolling restart',
  short: false,
  share: 0.25,
  run: async (size) => {
    const recorder = new StepRecorder(200);
    const executors = size.of(3, 2);
    const lab = await Lab.start({ backend: 'redis', ingresses: 2, executors, prepareDatabase: watchInvariants });
    try {
      const first = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
      const requests = lab.ingressPorts.map((port) => ({ ...first, port }));
      const exits: { tookMs: number; code: number | null }[] = [];
      const statuses: Record<string, number> = {};
      const accepted: string[] = [];
      for (const [index, ingress] of lab.ingresses.entries()) {
        // Both get load until the balancer notices that the first one is not ready. Its open requests are completed.
        let over = false;
        const draining = postRuns({
          requests: [requests[index]!],
          total: 10_000,
          ratePerSecond: 100,
          until: () => over,
        });
        let balanced = true;
        const others = postRuns({
          requests: [requests[1 - index]!],
          total: 10_000,
          ratePerSecond: 100,
          until: () => !balanced,
        });
        await pause(1_000);
        const stopping = ingress.stop();
        await pause(500);
        over = true;
        exits.push(await stopping);
        ingress.start();
        await ingress.untilReady();
        balanced = false;
        for (const posted of [await draining, await others]) {
          accepted.push(...posted.accepted);
          for (const [status, count] of Object.entries(posted.statuses))
            statuses[status] = (statuses[status] ?? 0) + count;
        }
      }
      let posting = true;
      const posts = postRuns({ requests, total: 20_000, ratePerSecond: 100, until: () => !posting });
      for (const executor of lab.executors) {
        exits.push(await executor.stop());
        executor.start();
        await executor.untilReady();
      }
      posting = false;
      const posted = await posts;
      accepted.push(...posted.accepted);
      for (const [status, count] of Object.entries(posted.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      const spent = await lab.withDatabase(async (database) => {
        const { rows } = await database.query<{ crashes: string; tries: string }>(
          `SELECT (SELECT coalesce(sum(crashes), 0) FROM sessions) AS crashes,
            (SELECT count(*) FROM steps WHERE attempt > 1) AS tries`,
        );
        return rows[0]!;
      });
      const slowestMs = Math.max(...exits.map((exit) => exit.tookMs));
      return await judge(lab, {
        name: 'rolling restart',
        accepted,
        withinSeconds: 60,
        bars: [
          { text: `answers ${JSON.stringify(statuses)}`, met: Object.keys(statuses).join() === '200' },
          {
            text: `exit codes ${exits.map((exit) => exit.code).join(' ')}`,
            met: exits.every((exit) => exit.code === 0),
          },
          { text: `slowest exit ${Math.round(slowestMs)} ms`, met: slowestMs <= EXIT_WITHIN_MS },
          {
            text: `${spent.crashes} crashes counted, ${spent.tries} second tries of a step`,
            met: Number(spent.crashes) + Number(spent.tries) === 0,
          },
          { text: `${recorder.repeatedCalls} calls repeated`, met: recorder.repeatedCalls === 0 },
        ],
      });
    } finally {
      await lab.stop();
      recorder.close();
    }
  },
};
