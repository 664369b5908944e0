import { measureFloor } from '../floor.ts';
import { expectOnly, runRequest, webhookRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, round, type Measurements, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const CONNECTIONS = 64;
const ACCEPT_BAR = 0.75;
const WEBHOOK_BAR = 0.7;
const ROUNDS = 3;

/**
 * Measures accepted runs and webhooks per second without an executor, as shares of the floor. Floor and service are
 * measured in turn and summed, so that a slow minute of the machine affects both.
 */
export function measureAcceptRates(measurements: Measurements, seconds: number): Promise<RowResult[]> {
  return withLab({ backend: 'redis', executors: 0 }, async (lab) => {
    const run = await runRequest(lab);
    const webhook = await webhookRequest(lab, run.body);
    await runLoad({ request: run, connections: CONNECTIONS, seconds: 3 });
    const sums = { floor: 0, run: 0, webhook: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      sums.floor += (await measureFloor(run.body, seconds)).perSecond;
      const runs = await runLoad({ request: run, connections: CONNECTIONS, seconds });
      expectOnly(200, runs.statuses);
      sums.run += runs.perSecond;
      const webhooks = await runLoad({ request: webhook, connections: CONNECTIONS, seconds });
      expectOnly(202, webhooks.statuses);
      sums.webhook += webhooks.perSecond;
    }
    const [floor, accepted, webhooks] = [sums.floor / ROUNDS, sums.run / ROUNDS, sums.webhook / ROUNDS];
    measurements.floorPerSecond = floor;
    measurements.acceptedPerSecond = accepted;
    return [
      {
        title: 'bare Express 5 echo',
        values: { floorPerSecond: Math.round(floor) },
        measured: perSecond(floor),
        bar: 'the floor',
        passed: true,
      },
      atLeast(
        'accepted runs ÷ floor',
        { acceptedPerSecond: Math.round(accepted), acceptedRatio: round(accepted / floor) },
        accepted / floor,
        ACCEPT_BAR,
        share(accepted, floor),
      ),
      atLeast(
        'accepted webhooks ÷ floor',
        { webhooksPerSecond: Math.round(webhooks), webhookRatio: round(webhooks / floor) },
        webhooks / floor,
        WEBHOOK_BAR,
        share(webhooks, floor),
      ),
    ];
  });
}

function perSecond(rate: number): string {
  return `${Math.round(rate)}/s`;
}

export function share(rate: number, floor: number): string {
  return `${perSecond(rate)} = ${(rate / floor).toFixed(2)}`;
}
