import { Lab } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly, webhookRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { readLabCpu } from '../process-usage.ts';
import { atMost, median, round, type RowResult } from '../row.ts';

const CONNECTIONS = 64;
const SECONDS = 4;
const PAIRS = 3;
const BAR = 0.5;
const BODY = JSON.stringify({ type: 'order.deleted', order: { id: 42, total: 12.5, currency: 'EUR' } });

/** Measures the CPU time of a filtered delivery compared with an accepted one: the median of pairs measured in turn. */
export async function measureFilteredCost(): Promise<RowResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 0 });
  try {
    const accepted = await webhookRequest(lab, BODY);
    const filtered = await webhookRequest(lab, BODY, { filter: "request.body.type = 'order.created'" });
    for (const request of [accepted, filtered]) await measure(lab, request);
    const pairs: { accepted: number; filtered: number }[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1)
      pairs.push({ accepted: await measure(lab, accepted), filtered: await measure(lab, filtered) });
    const ratio = round(median(pairs.map((pair) => pair.filtered / pair.accepted)));
    const values = {
      acceptedDeliveryMicroseconds: median(pairs.map((pair) => pair.accepted)),
      filteredDeliveryMicroseconds: median(pairs.map((pair) => pair.filtered)),
    };
    return atMost(
      'CPU of a filtered delivery ÷ an accepted one, without executors',
      { ...values, filteredDeliveryRatio: ratio },
      ratio,
      BAR,
      `${values.filteredDeliveryMicroseconds} µs ÷ ${values.acceptedDeliveryMicroseconds} µs = ${ratio}`,
    );
  } finally {
    await lab.stop();
  }
}

/** Returns the microseconds of CPU time per delivery, over all processes of the lab. */
async function measure(lab: Lab, request: LoadRequest): Promise<number> {
  const before = readLabCpu(lab);
  const { statuses } = await runLoad({ request, connections: CONNECTIONS, seconds: SECONDS });
  expectOnly(202, statuses);
  const after = readLabCpu(lab);
  const seconds = Object.keys(before).reduce((sum, name) => {
    const key = name as keyof typeof before;
    return sum + after[key] - before[key];
  }, 0);
  return Math.round((seconds * 1e6) / (statuses['202'] ?? 0));
}
