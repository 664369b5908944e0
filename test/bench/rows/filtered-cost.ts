import { finishedSessions, type Lab, waitFor } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly, webhookRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { cpuPerMillion, readLabCpu } from '../process-usage.ts';
import { atMost, median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const CONNECTIONS = 64;
const SECONDS = 4;
const PAIRS = 3;
const BAR = 0.5;
const BODY = JSON.stringify({ type: 'order.deleted', order: { id: 42, total: 12.5, currency: 'EUR' } });

/**
 * Measures the CPU time of a filtered delivery compared with an accepted one, whose session runs two steps. It is the
 * median of pairs that are measured in turn.
 */
export function measureFilteredCost(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const accepted = await webhookRequest(lab, BODY);
    const filtered = await webhookRequest(lab, BODY, { filter: "request.body.type = 'order.created'" });
    await measure(lab, accepted, true);
    await measure(lab, filtered, false);
    const pairs: { accepted: number; filtered: number }[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1)
      pairs.push({ accepted: await measure(lab, accepted, true), filtered: await measure(lab, filtered, false) });
    const ratio = round(median(pairs.map((pair) => pair.filtered / pair.accepted)));
    const values = {
      acceptedDeliveryMicroseconds: median(pairs.map((pair) => pair.accepted)),
      filteredDeliveryMicroseconds: median(pairs.map((pair) => pair.filtered)),
    };
    return atMost(
      'CPU of a filtered delivery ÷ an accepted one with its session of two steps',
      { ...values, filteredDeliveryRatio: ratio },
      ratio,
      BAR,
      `${values.filteredDeliveryMicroseconds} µs ÷ ${values.acceptedDeliveryMicroseconds} µs = ${ratio}`,
    );
  });
}

/** Returns the microseconds of CPU time per delivery, over all processes of the lab and until its sessions ended. */
async function measure(lab: Lab, request: LoadRequest, starts: boolean): Promise<number> {
  const [before, finished] = [readLabCpu(lab), await finishedSessions(lab)];
  const { statuses } = await runLoad({ request, connections: CONNECTIONS, seconds: SECONDS });
  expectOnly(202, statuses);
  const deliveries = statuses['202'] ?? 0;
  if (starts) await waitFor(async () => (await finishedSessions(lab)) - finished >= deliveries, { withinMs: 120_000 });
  const each = Object.values(cpuPerMillion(lab, before, deliveries)) as number[];
  return each.reduce((sum, one) => sum + one, 0);
}
