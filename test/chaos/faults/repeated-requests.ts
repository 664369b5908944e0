import { randomUUID } from 'node:crypto';
import { runRequest, webhookRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';

const AT_ONCE = 100;

/**
 * A hundred posts with one idempotency key and a hundred redeliveries of one webhook are sent at the same time: one
 * session each.
 */
export const repeatedRequests = labFault({
  name: 'the same request a hundred times at once',
  short: false,
  share: 0.25,
  inject: async ({ startLab }) => {
    const lab = await startLab({ backend: 'redis', ingresses: 2 });
    const key = { 'Idempotency-Key': randomUUID() };
    const run = await runRequest(lab, undefined, key);
    const webhook = await webhookRequest(lab, '{"event":"paid"}');
    const delivery = { ...webhook, headers: { ...webhook.headers, 'webhook-id': randomUUID() } };
    const atOnce = async (request: typeof run) =>
      postRuns({
        requests: lab.ingressPorts.map((port) => ({ ...request, port })),
        total: AT_ONCE,
        ratePerSecond: 1_000_000,
        connections: AT_ONCE,
      });
    const runs = await atOnce(run);
    const deliveries = await atOnce(delivery);
    return {
      accepted: [...runs.accepted, ...deliveries.accepted],
      withinSeconds: 30,
      bars: [
        {
          text: `runs ${JSON.stringify(runs.statuses)}, ${new Set(runs.accepted).size} session`,
          met: runs.statuses['200'] === AT_ONCE && new Set(runs.accepted).size === 1,
        },
        {
          text: `deliveries ${JSON.stringify(deliveries.statuses)}, ${new Set(deliveries.accepted).size} session`,
          met: deliveries.statuses['202'] === AT_ONCE && new Set(deliveries.accepted).size === 1,
        },
      ],
    };
  },
});
