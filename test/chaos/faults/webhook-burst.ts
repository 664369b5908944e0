import { webhookRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';

const CONNECTIONS = 500;

/**
 * A burst of deliveries arrives without an executor: each is answered 202 and has a row. Later, executors finish each
 * once.
 */
export const webhookBurst = labFault({
  name: 'a burst of webhooks without executors',
  short: false,
  share: 0.5,
  inject: async ({ size, startLab }) => {
    const lab = await startLab({ backend: 'redis', executors: 0 });
    const request = await webhookRequest(lab, '{"event":"paid","amount":12.5}');
    const total = size.of(50_000, 3_000);
    const since = performance.now();
    const posted = await postRuns({ requests: [request], total, ratePerSecond: 1_000_000, connections: CONNECTIONS });
    const perSecond = Math.round((total * 1000) / (performance.now() - since));
    const rows = await lab.withDatabase(async (database) => {
      const { rowCount } = await database.query('SELECT 1 FROM sessions WHERE id = ANY($1::uuid[])', [posted.accepted]);
      return rowCount ?? 0;
    });
    await lab.addExecutor();
    await lab.addExecutor();
    const p99Ms = Math.round(posted.latencies.quantileMs(0.99));
    return {
      accepted: posted.accepted,
      withinSeconds: size.of(180, 60),
      bars: [
        {
          text: `answers ${JSON.stringify(posted.statuses)} at ${perSecond}/s, p99 ${p99Ms} ms`,
          met: posted.statuses['202'] === total,
        },
        { text: `${rows} rows`, met: rows === total && new Set(posted.accepted).size === total },
      ],
    };
  },
});
